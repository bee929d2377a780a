/** Short wooden sounds, made here, off until switched on; the choice is remembered. */

const KEY = "flagfall-sound";
let context = null;

function stored() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

let on = stored();

/** Connect the switches (`data-sound`, which may name what is heard when one is switched on) of the page. */
export function switches(root = document) {
  for (const button of root.querySelectorAll("[data-sound]")) {
    button.hidden = !("AudioContext" in window);
    button.setAttribute("aria-pressed", String(on));
    button.addEventListener("click", () => toggle(button));
  }
}

function toggle(button) {
  on = !on;
  button.setAttribute("aria-pressed", String(on));
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Nothing to remember it in: the switch holds for this page.
  }
  if (on) play(button.dataset.sound || "own");
}

const SOUNDS = {
  own: [[180, 0, 0.09]],
  other: [[140, 0, 0.07]],
  low: [[620, 0, 0.05], [620, 0.14, 0.05]],
  flag: [[440, 0, 0.14], [330, 0.18, 0.14], [247, 0.36, 0.4]],
  end: [[330, 0, 0.18], [247, 0.16, 0.3]],
  call: [[523, 0, 0.1], [659, 0.14, 0.22]],
};

/** Play one of `own`, `other`, `low`, `flag`, `end`, `call`. */
export function play(name) {
  if (!on) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [pitch, after, length] of SOUNDS[name]) tone(pitch, context.currentTime + after, length);
}

function tone(pitch, start, length) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = "triangle";
  source.frequency.setValueAtTime(pitch * 1.6, start);
  source.frequency.exponentialRampToValueAtTime(pitch, start + length / 3);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.25, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
