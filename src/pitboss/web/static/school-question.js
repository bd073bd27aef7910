// A question with its answers, one key for each, and what is said to the answer.

import { h } from "./dom.js";
import { clause } from "./law.js";
import { withCards } from "./record.js";

const UNITS = { dollars: ["In dollars", "decimal", "$"], cards: ["Number of cards", "numeric", ""], faces: ["The cards, such as Qd 9c 4s", "text", "Qd 9c 4s"] };

/** `answer` takes the text of an answer; null once there is one, which is then `said`. */
export function askedOf({ topic, asks, hint, options, unit }, answer, said = null) {
  return [
    h("p", { class: "caps topic" }, topic),
    hint ? h("p", { class: "note hint" }, h("b", {}, "The rule: "), hint) : null,
    h("h2", { class: "serif", tabindex: -1 }, withCards(asks)),
    unit ? typed(unit, answer, said) : h("ol", { class: "options" }, options.map((option) => h("li", {}, choice(option, answer, said)))),
  ].filter(Boolean);
}

const choice = ({ key, words }, answer, said) => h("button", {
  class: "btn option", type: "button", disabled: !answer, "aria-pressed": said === null ? null : String(said === words), onclick: () => answer(key),
}, h("kbd", {}, key), h("span", {}, withCards(words)));

function typed(unit, answer, said) {
  const [label, mode, sign] = UNITS[unit];
  const input = h("input", { id: "typed", name: "typed", inputmode: mode, autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40, placeholder: sign, required: true, disabled: !answer, value: said ?? "" });
  return h("form", { class: "typed", onsubmit: (event) => {
    event.preventDefault();
    if (input.value.trim()) answer(input.value);
  } }, h("label", { class: "field", for: "typed" }, label, input), answer ? h("button", { class: "btn primary" }, "Answer") : null);
}

/** Right in a line; wrong with what was due and the text of every clause. */
export function verdictOf(game, { right, said, sentence, due, clauses, law }) {
  if (right) {
    return h("p", { class: "verdict right" }, h("b", {}, "✓ Right. "), withCards(sentence), " ", clauses.map((id) => [clause(game, id), " "]));
  }
  return h("div", { class: "verdict wrong" },
    h("p", {}, h("b", {}, "✗ Wrong: "), withCards(said)),
    h("p", {}, withCards(sentence)),
    sentence === due ? null : h("p", {}, h("b", {}, "Due: "), withCards(due)),
    h("dl", {}, clauses.map((id) => h("div", {}, h("dt", {}, clause(game, id)), h("dd", {}, law[id])))));
}
