/* Runs before the first paint: the look that this device chose, if any. */
(() => {
  let choice = "";
  try {
    choice = localStorage.getItem("flagfall-theme") || "";
  } catch {
    // Storage may be forbidden; the device's own setting then holds.
  }
  if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
})();
