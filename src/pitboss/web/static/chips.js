// Chips: stacks on areas with the sum on a plaque, and the chips one may choose from.

import { money, s } from "./dom.js";

export const VALUES = [1, 5, 25, 100, 500];
const STACKED = [1000, 500, 100, 25, 5, 1];
const MOST_DRAWN = 4, SIZE = 30, RISE = 2.6;
export const SIGNS = { win: "▲", push: "=", lose: "▼", void: "=", forfeit: "▼" };
export const OUTCOMES = { win: "paid", push: "push", lose: "lost", void: "void", forfeit: "lost" };
export const KINDS = { win: "won", lose: "gone", forfeit: "gone" };

/** An amount as chips, the largest first. */
export const chipsOf = (cents) => {
  const chips = [];
  let left = Math.floor(cents / 100);
  for (const value of STACKED) {
    for (; left >= value; left -= value) chips.push(value);
  }
  return chips;
};

/** A stack seen from above, its middle at a point. */
export const stack = (cents, x, y) => {
  const drawn = chipsOf(cents).slice(0, MOST_DRAWN);
  return s("g", { class: "stack" }, drawn.map((value, index) => s("use", {
    href: index === drawn.length - 1 ? `#chip-${value}` : `#chip-${value}-edge`,
    x: x - SIZE / 2, y: y - SIZE / 2 - RISE * index, width: SIZE, height: SIZE,
  })));
};

const plaque = (text, x, y, kind) => {
  const width = Math.max(24, text.length * 6.5 + 10);
  return s("g", { class: `plaque ${kind}`, transform: `translate(${x} ${y})` },
    s("rect", { x: -width / 2, y: -8, width, height: 16, rx: 8 }), s("text", { class: "amt", y: 4 }, text));
};

/** What lies on an area: a wager, what became of it, or what is asked for. */
export const onArea = (area, { stake = 0, line = null, asked = 0 }) => {
  const { x, y, radius } = area;
  if (line) {
    const won = line.paid > 0, back = line.returned > 0;
    const text = won ? `▲ ${money(line.paid)}` : `${SIGNS[line.outcome]} ${OUTCOMES[line.outcome]}`;
    return s("g", {}, back && stack(line.returned, won ? x - 9 : x, y), won && stack(line.paid, x + 9, y),
      plaque(text, x, y + radius - 3, KINDS[line.outcome] ?? ""));
  }
  if (stake) return s("g", {}, stack(stake, x, y), plaque(money(stake), x, y + radius - 3, ""));
  if (asked) return s("g", {}, s("circle", { class: "due", cx: x, cy: y, r: radius }), s("text", { class: "amt asked", x, y: y + 7 }, `${money(asked)}?`));
  return null;
};

/** The chips worth offering for wagers from `least` to `most`. */
export const offered = (least, most) => VALUES.filter((value) => value * 100 <= Math.max(most, 100) && value * 100 * 25 >= least);
