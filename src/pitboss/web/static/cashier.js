// Buying chips and tipping the dealer.

import { h, money } from "./dom.js";

const KINDS = {
  buy: { title: "Buy chips", more: (now) => `Your bankroll is ${money(now.you.purse)} of play money.`, amounts: [100, 500, 1000], does: "Buy" },
  tip: { title: "Tip the dealer", more: (now) => `You have ${money(now.chips)} in chips. Tips go into the box between rounds.`, amounts: [1, 5, 25], does: "Tip" },
};

/** Ask for an amount; `pay` resolves when the table has taken it, or says why not. */
export const openCashier = (dialog, kind, now, pay) => {
  const { title, more, amounts, does } = KINDS[kind];
  const input = h("input", { type: "number", min: 1, step: 1, inputmode: "numeric", value: amounts[1], required: true });
  const said = h("p", { class: "note bad", role: "alert", hidden: true });
  const form = h("form", { method: "dialog", onsubmit: async (event) => {
    event.preventDefault();
    try {
      await pay(Math.round(input.valueAsNumber * 100));
      dialog.close();
    } catch (error) {
      said.hidden = false;
      said.textContent = `${error.message[0].toUpperCase()}${error.message.slice(1)}.${error.clause ? ` (${error.clause})` : ""}`;
    }
  } },
    h("p", {}, more(now)),
    h("div", { class: "row" }, amounts.map((amount) => h("button", { class: "btn", type: "button", onclick: () => (input.value = amount) }, money(amount * 100)))),
    h("label", { class: "field" }, "Dollars", input), said,
    h("div", { class: "row end" }, h("button", { class: "btn", type: "button", onclick: () => dialog.close() }, "Cancel"), h("button", { class: "btn primary" }, does)));
  dialog.replaceChildren(h("h2", { id: "cashier-h" }, title), form);
  dialog.showModal();
  input.select();
};
