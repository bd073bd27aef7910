// What became of each wager of one's hands, with the reason on demand.

import { h, money } from "./dom.js";
import { OUTCOMES, SIGNS } from "./chips.js";
import { sign } from "./law.js";
import { api } from "./net.js";
import { label, netAt, resultsAt } from "./scene.js";

const TAGS = { win: "win", lose: "lose", forfeit: "lose" };
const known = new Map();

/** Why the wagers of a hand came out as they did; asked for once. */
export const reasons = (table, round, seat, settled) => {
  const key = `${table} ${round} ${seat} ${settled}`;
  if (!known.has(key)) known.set(key, api(`/tables/${table}/why?round=${round}&seat=${seat}`).catch((error) => {
    known.delete(key);
    throw error;
  }));
  return known.get(key);
};

/** The section sign of one wager. */
const why = (now, position, line, lines) => sign(now.rules.game, `${label(now.rules, line.wager)}: ${OUTCOMES[line.outcome]}`, async () => {
  const found = (await reasons(now.scene.table, now.round.number, position, lines.size)).wagers.find(({ wager }) => wager === line.wager);
  return { facts: found ? found.facts.map((fact) => `${fact[0].toUpperCase()}${fact.slice(1)}.`) : ["Not settled yet."], clauses: found?.clauses ?? [] };
});

/** The results of a hand as a table. */
export const resultsTable = (now, position) => {
  const lines = resultsAt(now, position);
  const rows = [...lines.values()].map((line) => {
    const because = h("td", { class: "because" });
    reasons(now.scene.table, now.round.number, position, lines.size)
      .then(({ wagers }) => {
        const found = wagers.find(({ wager }) => wager === line.wager);
        because.textContent = found?.facts.at(-1) ?? "";
      }).catch(() => {});
    return h("tr", {},
      h("th", { scope: "row" }, label(now.rules, line.wager), " ", h("small", { class: "num" }, money(line.stake))),
      h("td", {}, h("span", { class: `tag ${TAGS[line.outcome] ?? ""}` }, `${SIGNS[line.outcome]} ${OUTCOMES[line.outcome]}`)),
      because, h("td", { class: "num back" }, money(line.paid + line.returned)), h("td", {}, why(now, position, line, lines)));
  });
  return h("table", { class: "results" }, h("caption", { class: "sr" }, `Your results at seat ${position}`),
    h("thead", { class: "sr" }, h("tr", {}, ["Wager", "Result", "Because", "Back to you", "Reason"].map((head) => h("th", { scope: "col", class: head === "Because" ? "because" : null }, head)))),
    h("tbody", {}, rows));
};

/** What all own hands of the round came to. */
export const netOfRound = (now) => now.ownHands.reduce((sum, position) => sum + netAt(resultsAt(now, position)), 0);
