// Touching an area: click adds a chip, shift, the other button or a long press takes one back; keys do the same.

const LONG_PRESS = 450, TYPING = 800;
const ADD = ["+", "=", "ArrowUp", " "], TAKE = ["-", "−", "ArrowDown"], GONE = ["Delete", "Backspace"];

/** Listen on everything inside `root` that has a data-bet; `chip()` is the chosen chip in cents. */
export const listenToAreas = (root, { bets, chip, go }) => {
  const areaOf = (event) => event.target.closest?.("[data-bet]");
  const where = ({ dataset }) => [Number(dataset.position), dataset.wager];
  let pressing = null, wasLong = false, typed = "", typing = null;

  root.addEventListener("click", (event) => {
    const area = areaOf(event);
    if (!area || wasLong) return;
    bets.add(...where(area), event.shiftKey ? -chip() : chip());
  });
  root.addEventListener("contextmenu", (event) => {
    const area = areaOf(event);
    if (!area) return;
    event.preventDefault();
    if (!wasLong) bets.add(...where(area), -chip());
  });
  root.addEventListener("pointerdown", (event) => {
    const area = areaOf(event);
    wasLong = false;
    if (!area || event.pointerType === "mouse") return;
    pressing = setTimeout(() => {
      wasLong = true;
      bets.add(...where(area), -chip());
    }, LONG_PRESS);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(kind, () => clearTimeout(pressing));

  const type = (area, digit) => {
    typed += digit;
    clearTimeout(typing);
    typing = setTimeout(() => finish(area), TYPING);
  };
  const finish = (area) => {
    if (!typed) return false;
    clearTimeout(typing);
    bets.set(...where(area), Number(typed) * 100);
    typed = "";
    return true;
  };
  const move = (area, step) => {
    const all = [...root.querySelectorAll("[data-bet]")];
    all[(all.indexOf(area) + step + all.length) % all.length].focus();
  };

  root.addEventListener("focusout", (event) => areaOf(event) && finish(areaOf(event)));
  root.addEventListener("keydown", (event) => {
    const area = areaOf(event);
    if (!area || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (/^\d$/.test(key)) type(area, key);
    else if (key === "Enter") finish(area) || go();
    else if (ADD.includes(key)) bets.add(...where(area), chip());
    else if (TAKE.includes(key)) bets.add(...where(area), -chip());
    else if (GONE.includes(key)) bets.set(...where(area), 0);
    else if (key === "ArrowRight" || key === "ArrowLeft") move(area, key === "ArrowRight" ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
};
