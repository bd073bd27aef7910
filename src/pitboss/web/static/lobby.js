// The lobby: seats and edges as they are now, one click to sit down.

import { money, words } from "./dom.js";
import { api } from "./net.js";
import { meanToSit } from "./sitting.js";
import { setSuits, suits } from "./suits.js";

const SOON = 1500, LATER = 8000;

for (const input of document.querySelectorAll('input[name="suits"]')) {
  input.checked = input.value === suits();
  input.addEventListener("change", () => setSuits(input.value));
}

async function refresh() {
  let waiting = false;
  const [tables, me] = await Promise.all([api("/tables"), api("/me")]);
  document.getElementById("purse").textContent = money(me.purse);
  for (const table of tables) {
    const panel = document.querySelector(`[data-table="${table.table}"]`);
    if (!panel) continue;
    show(panel, table, me);
    waiting ||= table.edges === null;
  }
  setTimeout(refresh, waiting ? SOON : LATER);
}

function show(panel, table, me) {
  const taken = Object.keys(table.seats).length, free = table.positions - taken;
  const yours = table.table in me.seats;
  panel.querySelector(".taken").textContent = `${taken} of ${table.positions}`;
  panel.querySelector(".state").textContent = yours ? "You have a seat here"
    : !table.open ? "Closed" : free ? `${free} seat${free === 1 ? "" : "s"} open` : "Full";
  const sit = panel.querySelector(".sit");
  sit.toggleAttribute("data-sit", !yours && table.open && free > 0);
  sit.textContent = yours ? "Go on playing" : table.open && free ? "Sit down" : "Watch";
  const [main, side] = panel.querySelectorAll(".edge");
  if (table.edges === null) {
    main.textContent = "being worked out";
    return;
  }
  main.textContent = table.edges.main;
  const [name] = Object.keys(table.edges).filter((wager) => wager !== "main");
  side.parentElement.hidden = !name;
  if (name) {
    side.previousElementSibling.textContent = `House edge, ${words(name)}`;
    side.textContent = table.edges[name];
  }
}

document.querySelector(".tables").addEventListener("click", ({ target }) => {
  const sit = target.closest("[data-sit]");
  if (sit) meanToSit(sit.closest("[data-table]").dataset.table);
});

const dialog = document.getElementById("person"), said = document.getElementById("said");

function say(text) {
  said.hidden = !text;
  said.textContent = text;
}

document.getElementById("you").addEventListener("click", () => { say(""); dialog.showModal(); });
document.getElementById("rename").addEventListener("click", async () => {
  try {
    const { name } = await api("/me/name", { name: document.getElementById("new-name").value });
    document.getElementById("name").textContent = name;
    dialog.close();
  } catch (error) { say(error.message); }
});
document.getElementById("top-up").addEventListener("click", async () => {
  const { added, purse } = await api("/me/chips", {});
  document.getElementById("purse").textContent = money(purse);
  say(added ? `${money(added)} in play money was added.` : "You have as much as everybody comes with.");
});

refresh();
