// The time line: a slider over the round or the whole journal, its marks, the step keys and the way to another round.

import { h } from "./dom.js";

const at = (id) => document.getElementById(id);
const whole = (number) => number.toLocaleString("en-US");
const LABELS = 8;

/** `choose` is called with a record, `jump` with a round, `respan` when the slider goes over something else. */
export function timeline(choose, jump, respan) {
  const slider = at("slider"), names = document.querySelector(".ph"), line = document.querySelector(".ln");
  let round = null, last = 1, marked = [];

  const span = () => document.querySelector('input[name="span"]:checked').value;
  const bounds = () => (span() === "round" ? [round.first, round.last] : [1, last]);

  const steps = {
    first: () => bounds()[0],
    back: () => Number(slider.value) - 1,
    on: () => Number(slider.value) + 1,
    last: () => bounds()[1],
  };
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => button.ariaDisabled !== "true" && choose(steps[button.dataset.step]()));
  }
  slider.addEventListener("input", () => choose(Number(slider.value)));
  for (const input of document.querySelectorAll('input[name="span"]')) input.addEventListener("change", respan);
  for (const button of document.querySelectorAll("[data-round]")) {
    button.addEventListener("click", () => button.ariaDisabled !== "true" && jump(round.number + Number(button.dataset.round)));
  }
  at("jump").addEventListener("submit", (event) => {
    event.preventDefault();
    const number = Number(at("round").value.replaceAll(/[^0-9]/g, ""));
    if (number) jump(number);
  });

  /** A button that leads nowhere now keeps the focus, if it has it. */
  const allow = (selector, may) => document.querySelector(selector).setAttribute("aria-disabled", String(!may));

  /** A mark or a name at its place between the first and the last record. */
  const place = (element, number, [first, end]) => {
    element.style.left = `${end > first ? ((number - first) / (end - first)) * 100 : 0}%`;
    return element;
  };

  /** Names in two rows, so that they do not run into each other; one that fits in neither is left out. */
  const name = (labels) => {
    names.replaceChildren(...labels);
    const ends = [-Infinity, -Infinity], width = names.clientWidth;
    for (const label of labels) {
      const begins = label.offsetLeft, until = begins + label.offsetWidth;
      const row = ends.findIndex((end) => end + 4 <= begins);
      label.hidden = row < 0 || until > width + 1;
      label.classList.toggle("lower", row === 1);
      if (!label.hidden) ends[row] = until;
    }
  };

  const drawRound = (ends) => {
    name(round.phases.map(([begins, words]) => place(h("span", {}, words), begins, ends)));
    const marks = Array.from({ length: round.last - round.first + 1 }, (_, index) => round.first + index);
    const begins = new Set(round.phases.map(([number]) => number));
    line.replaceChildren(...marks.map((number) => place(h("i", { class: begins.has(number) && "big" }), number, ends)));
  };

  const drawAll = (ends, marks) => {
    const every = Math.ceil(marks.length / LABELS);
    name(marks.filter((_, index) => index % every === 0)
      .map(([first, number]) => place(h("span", {}, `Round ${whole(number)}`), first, ends)));
    line.replaceChildren(...marks.map(([first], index) => place(h("i", { class: index % every === 0 && "big" }), first, ends)));
  };

  addEventListener("resize", () => round && draw());

  const draw = () => {
    const ends = bounds();
    [slider.min, slider.max] = ends;
    if (span() === "round") drawRound(ends);
    else drawAll(ends, marked);
  };

  return {
    span,
    /** The round that is open, and the journal as a whole. */
    show(opened, overview) {
      round = opened;
      last = overview.version;
      marked = overview.marks;
      draw();
      if (document.activeElement !== at("round")) at("round").value = whole(round.number);
      allow('[data-round="-1"]', round.number > 1);
      allow('[data-round="1"]', round.number < overview.rounds);
    },
    /** Where the slider stands. */
    point(number) {
      if (!round) return;
      slider.value = number;
      const [first, end] = bounds();
      const open = { first: number > first, back: number > 1, on: number < last, last: number < end };
      for (const [name, may] of Object.entries(open)) allow(`[data-step="${name}"]`, may);
    },
    /** The record as the slider says it aloud. */
    tell: (words) => slider.setAttribute("aria-valuetext", words),
  };
}
