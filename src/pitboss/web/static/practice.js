// A hand to play again: choose first, then see what each choice is worth.

import { card, h, words } from "./dom.js";
import { api } from "./net.js";
import "./suits.js";

const main = document.getElementById("main"), answer = document.getElementById("answer");

for (const place of document.querySelectorAll("[data-cards]")) {
  place.append(...place.dataset.cards.split(" ").map((name) => card(name)));
}

const antes = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
const name = (choice) => words(choice.action) + (choice.low ? `, ${choice.low} low` : "");

async function load() {
  const { choices } = await api(`/advice?spot=${encodeURIComponent(main.dataset.spot)}`);
  const shuffled = [...choices].sort((one, other) => name(one).localeCompare(name(other)));
  document.getElementById("choices").replaceChildren(...shuffled.map((choice) =>
    h("button", { class: "btn", onclick: () => show(choices, choice) }, name(choice))));
}

function show(choices, taken) {
  const [best] = choices, cost = best.value - taken.value;
  answer.hidden = false;
  answer.replaceChildren(
    h("p", { class: "lead serif" }, cost ? `${name(taken)} gives away ${cost.toFixed(3)} of an ante.` : "That is the best there is."),
    h("table", {}, h("tbody", {}, choices.map((choice) => h("tr", {},
      h("th", { scope: "row" }, name(choice)), h("td", { class: "num" }, antes(choice.value)), h("td", { class: "mono exact" }, choice.ev))))),
    h("p", { class: "small" }, "Expected result in antes with best play afterwards, and as an exact fraction."));
}

load().catch((error) => {
  answer.hidden = false;
  answer.replaceChildren(h("p", { class: "note bad" }, error.message));
});
