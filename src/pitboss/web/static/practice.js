// A hand to play again: choose first, then see what each choice is worth.

import { card, h, words } from "./dom.js";
import { api } from "./net.js";
import { withCards } from "./record.js";
import { capital } from "./scene.js";
import "./suits.js";

const AGAIN = 1500;
const main = document.getElementById("main"), answer = document.getElementById("answer"), row = document.getElementById("choices");

for (const place of document.querySelectorAll("[data-cards]")) {
  place.append(...place.dataset.cards.split(" ").map((name) => card(name)));
}

const antes = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;

/** "2x" is a bet of twice the ante; a hand that is set is named by its low cards. */
const name = ({ action, low }) => {
  const times = /^(\d+)x$/.exec(action);
  return [times ? `Bet ${times[1]}×` : capital(words(action)), ...(low ? [", ", ...withCards(low), " low"] : [])];
};

/** What gives up comes first, the largest wager last. */
const order = ({ action, low }) => `${/\d|play/.test(action) ? 1 : 0} ${action} ${low}`;

const load = async () => {
  const { choices } = await api(`/advice?spot=${encodeURIComponent(main.dataset.spot)}`);
  const buttons = choices.toSorted((one, other) => order(one).localeCompare(order(other))).map((choice) => {
    const button = h("button", { class: "btn", type: "button", "aria-pressed": "false", onclick: () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      show(choices, choice);
    } }, h("span", {}, name(choice)));
    return button;
  });
  row.replaceChildren(...buttons);
  answer.replaceChildren();
};

const show = (choices, taken) => {
  const [best] = choices, cost = best.value - taken.value;
  answer.replaceChildren(
    h("p", { class: "lead serif" }, cost ? [...name(taken), ` gives away ${cost.toFixed(3)} of an ante.`] : "That is the best there is."),
    h("div", { class: "scroll", role: "region", "aria-label": "All choices", tabindex: 0 }, h("table", {},
      h("thead", {}, h("tr", {}, ["Choice", "Antes", "", "Exactly"].map((head) => (head ? h("th", { scope: "col" }, head) : h("td", {}))))),
      h("tbody", {}, choices.map((choice) => h("tr", { class: choice === taken ? "taken" : null },
        h("th", { scope: "row" }, name(choice), choice === taken ? h("small", {}, " you") : null), h("td", { class: "num" }, antes(choice.value)),
        h("td", {}, choice.ev === best.ev ? h("span", { class: "tag win" }, "✓ best") : h("span", { class: "num lose" }, antes(choice.value - best.value))),
        h("td", { class: "mono exact" }, choice.ev)))))),
    h("p", { class: "small" }, "Expected result in antes, all wagers of the main game together, with best play afterwards."));
};

const begin = () => load().catch((error) => {
  answer.replaceChildren(h("p", { class: "note bad" }, `${capital(error.message)}.`));
  if (error.code === "busy") setTimeout(begin, AGAIN);
});
begin();
