// Keys for the choices of the moment: a number, an initial where it is the only one, Enter for the primary.

const isTyping = (target) => target.closest?.("input:not([type=radio]):not([type=checkbox]), select, textarea, dialog, [popover]");

/** The keys that a row of buttons answers to; `data-choice` is what each says. */
export const keysOf = (buttons) => {
  const initials = buttons.map((button) => button.dataset.choice?.[0]?.toLowerCase());
  return new Map(buttons.flatMap((button, index) => {
    const initial = initials[index];
    const own = initial && initials.indexOf(initial) === initials.lastIndexOf(initial) ? [[initial, button]] : [];
    return [[String(index + 1), button], ...own];
  }));
};

/** Listen for the keys of a dock; `before` is asked first and may take the key. */
export const listenToKeys = (dock, before) => addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (before(event)) return event.preventDefault();
  if (event.key === "Enter") {
    if (event.target.closest?.("button, a, summary, [role='button'], [tabindex='0']")) return;
    dock.querySelector(".btn.primary:not([disabled])")?.click();
    return;
  }
  const picked = dock.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]:not([disabled])`)
    ?? keysOf([...dock.querySelectorAll("[data-choice]:not([disabled])")]).get(event.key.toLowerCase());
  if (!picked) return;
  event.preventDefault();
  picked.click();
});
