/** What a side may do besides pressing. It lies over that side's half alone: the other side can always press. */

export class Sheet {
  /** `root` is the half; `opener` the button that opens it; `on` has act(text), call(form) and shown(). */
  constructor(root, opener, on) {
    Object.assign(this, { root, opener, on });
    this.box = root.querySelector("[data-sheet]");
    opener?.addEventListener("click", () => (this.isOpen ? this.close() : this.open("menu")));
    this.box.addEventListener("click", (event) => this.click(event));
    this.box.addEventListener("submit", (event) => {
      event.preventDefault();
      this.on.call(event.target);
      this.close();
    });
  }

  get isOpen() {
    return !this.box.hidden;
  }

  open(panel) {
    for (const one of this.box.querySelectorAll("[data-panel]")) {
      one.hidden = one.dataset.panel !== panel;
      if (!one.hidden) this.box.querySelector("[data-sheet-title]").textContent = one.dataset.title;
    }
    this.box.hidden = false;
    this.opener?.setAttribute("aria-expanded", "true");
    this.on.shown();
    this.box.scrollTop = 0;
    this.box.querySelector("[data-sheet-title]").focus({ preventScroll: true });
  }

  close() {
    if (!this.isOpen) return;
    const held = this.box.contains(document.activeElement);
    this.box.hidden = true;
    this.opener?.setAttribute("aria-expanded", "false");
    if (held) (this.opener ?? this.root.querySelector("[data-press]"))?.focus({ preventScroll: true });
  }

  click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { show, claim, act } = button.dataset;
    if (show) this.open(show);
    else if (claim) this.send(`claim ${claim}`);
    else if (act) this.send(act);
    else if ("sheetClose" in button.dataset) this.close();
  }

  send(text) {
    this.close();
    this.on.act(text);
  }

  /** Offer what fits the moment: `begun`, `fallen`, `open`; mark the own entry. */
  fit({ claim, holds }) {
    for (const button of this.box.querySelectorAll("[data-while]")) button.hidden = !holds[button.dataset.while];
    for (const button of this.box.querySelectorAll("[data-panel=result] [data-claim]")) {
      if (button.dataset.claim === "-") button.hidden = claim === null;
      else button.setAttribute("aria-pressed", String(button.dataset.claim === claim));
    }
  }
}
