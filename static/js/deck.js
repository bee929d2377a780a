/** The bench of a deck: numbers by + and -, cards found by what they say. The server checks whenever something changed. */

const bench = document.querySelector("[data-deck]");
const lines = [...bench.querySelectorAll("[data-card]")];
const filter = bench.querySelector("[data-deck-filter]");
const seek = filter.querySelector("[type=search]");
const onlyIn = filter.querySelector("[type=checkbox]");

const number = (line) => line.querySelector("[type=number]");
const count = (line) => Number(number(line).value) || 0;
const words = new Map(lines.map((line) => [line, line.querySelector(".card-line__what").textContent.toLowerCase()]));

function step(button) {
  const input = number(button.closest("[data-card]"));
  const most = Number(input.max);
  const wanted = (Number(input.value) || 0) + (button.name === "plus" ? 1 : -1);
  // A deck of other cards may hold more than these allow; going down is always possible.
  if (wanted < 0 || (wanted > most && button.name === "plus")) return;
  input.value = String(wanted);
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Show what fits: the chosen hero's own cards and all others, as far as they say what is looked for. */
function show() {
  const hero = bench.elements.hero.value;
  const wanted = seek.value.trim().toLowerCase();
  let found = 0;
  for (const group of bench.querySelectorAll("[data-group]")) {
    const others = group.dataset.hero && group.dataset.hero !== hero;
    let any = false;
    for (const line of group.querySelectorAll("[data-card]")) {
      const has = count(line) > 0;
      line.classList.toggle("is-in", has);
      line.hidden = (others && !has) || (onlyIn.checked && !has) || !words.get(line).includes(wanted);
      any ||= !line.hidden;
      found += Number(!line.hidden);
    }
    group.hidden = !any;
  }
  bench.querySelector("[data-deck-found]").textContent = wanted || onlyIn.checked ? `${found} / ${lines.length}` : "";
}

bench.addEventListener("click", (event) => {
  const button = event.target.closest("[name=plus], [name=minus]");
  if (!button) return;
  event.preventDefault();
  step(button);
});
bench.addEventListener("change", show);
seek.addEventListener("input", show);
seek.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});
filter.hidden = false;
show();
