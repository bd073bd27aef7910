// The left column: every table in a line, what to look at, and the shift's totals.

import { h, money, realCards, time } from "./dom.js";
import { draw } from "./floor-dom.js";

const FLAG = { stop: "!", due: "§" };

function row(table, chosen) {
  const [worst] = table.warnings;
  const says = worst ? worst.says[0].toUpperCase() + worst.says.slice(1) : table.says;
  const name = `Table ${table.table}, ${table.title}${table.real_cards ? ", real cards" : ""}: ${table.warnings.map((one) => one.says).join(", ") || table.says}`;
  return h("li", { "data-game": table.game },
    h("a", { href: `/floor/${table.table}`, class: `trow${table.table === chosen ? " sel" : ""}${table.open ? "" : " off"}`, "aria-current": table.table === chosen ? "page" : null, "data-key": `table ${table.table}`, title: name },
      h("span", { class: "no serif" }, table.table, worst && h("i", { class: `flag ${worst.kind}`, "aria-hidden": "true" }, FLAG[worst.kind])),
      h("span", { class: "tx" }, h("b", {}, table.title), h("span", { class: "st" }, says), h("span", { class: "num ct" }, table.open ? `${table.seats} of ${table.positions}` : "–"), table.real_cards && realCards("real cards"))));
}

const total = (label, value) => h("div", {}, h("dt", {}, label), h("dd", { class: "num" }, value));

/** Draw the list of tables, the totals and the flags of the bar. */
export function drawList({ tables, shift }, chosen) {
  draw(document.getElementById("tables"), [tables, chosen], () => tables.map((table) => row(table, chosen)));
  draw(document.getElementById("shift"), shift, () => [
    total("Shift since", time(shift.since).slice(0, 5)),
    total("Rounds this shift", shift.rounds.toLocaleString("en-US")),
    total("Stub counts", shift.counts.toLocaleString("en-US")),
    total("Irregularities", shift.irregularities.toLocaleString("en-US")),
    "drop" in shift && [total("Drop", money(shift.drop)), total("Win", money(shift.win))],
  ].flat());
  const open = tables.filter((table) => table.open).length;
  const count = (kind) => tables.filter((table) => table.warnings.some((one) => one.kind === kind)).length;
  document.getElementById("open").textContent = `${open} table${open === 1 ? "" : "s"} open`;
  draw(document.getElementById("flags"), [count("stop"), count("due")], ([stop, due]) => [
    stop > 0 && h("span", { class: "tag lose" }, `! ${stop} to look at`),
    due > 0 && h("span", { class: "tag" }, `§ ${due} due`),
  ]);
  const flagged = tables.filter((table) => table.warnings.length).length;
  document.getElementById("fold-says").textContent = flagged ? `${tables.length}, ${flagged} to look at` : `${tables.length}`;
}
