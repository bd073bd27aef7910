// The floor console: all tables, one of them in full, and a sheet for what is done with it.

import { announce, realCards } from "./dom.js";
import "./suits.js";
import { Live, api } from "./net.js";
import { devices } from "./floor-devices.js";
import { switching } from "./floor-hand.js";
import { drawList } from "./floor-list.js";
import { newTable, papers } from "./floor-papers.js";
import { people } from "./floor-people.js";
import { reporting } from "./floor-report.js";
import * as sheet from "./floor-sheet.js";
import { drawSteps } from "./floor-steps.js";
import { byWhom } from "./floor-dom.js";
import { addToRecord, drawTable } from "./floor-table.js";

const OFTEN = 3000;
const element = (id) => document.getElementById(id);
const { table: wanted, person: name, role } = document.body.dataset;
const supervises = role === "floor", commands = role !== "auditor";
const here = { scene: null, desk: null, live: null, table: wanted, feed: [] };
const context = () => here;

const report = reporting(context, { name, role });
const hand = switching(context, supervises);
const paper = papers(context, supervises);
const staff = people(supervises);
const device = devices(context, supervises);

/** Say what went wrong where everybody sees it. */
function complain(error) {
  const text = error.clause ? `${error.message} (${error.clause})` : error.message;
  element("complaint").textContent = text;
  element("complaint").hidden = false;
  announce(text);
}

async function take(move, args) {
  try {
    element("complaint").hidden = true;
    await here.live.command(move.command, { ...move.given, ...args }, byWhom(move));
    announce(`Done: ${move.says}`);
  } catch (error) { complain(error); }
}

const open = (move) => (move.command === "PostSubmission" ? paper.start() : report.give(move));

let asking = false, again = false;

/** Read the desk for the newest scene; scenes that come meanwhile lead to one more reading. */
async function look() {
  if (asking) { again = true; return; }
  asking = true;
  try {
    do {
      again = false;
      const before = here.desk?.due?.says;
      here.desk = await api(`/tables/${here.table}/desk`);
      show();
      if (before !== undefined && here.desk.due?.says !== before) announce(here.desk.due ? `Due: ${here.desk.due.says}` : here.desk.says);
    } while (again);
    list();
  } catch (error) { complain(error); } finally { asking = false; }
}

function show() {
  const { scene, desk } = here;
  const round = scene.view.round && !scene.view.round.over ? `Round ${scene.view.round.number}` : `${scene.view.rounds} round${scene.view.rounds === 1 ? "" : "s"} played`;
  element("t-h").textContent = `Table ${desk.table}`;
  element("t-sub").textContent = `${desk.title}. ${round}. Floor: ${desk.floor.join(", ") || "nobody assigned"}.`;
  element("house").textContent = desk.house;
  element("to-dealer").hidden = !desk.real_cards || role === "auditor";
  element("to-dealer").href = `/dealer/${desk.table}`;
  element("come").hidden = !desk.summons || !supervises;
  element("t-tags").replaceChildren(...[desk.real_cards && realCards(), tag(desk, scene)].filter(Boolean));
  drawSteps(desk, { take, open });
  drawTable(scene, desk);
  addToRecord(desk.game, here.feed.splice(0));
  if (sheet.shown()) { report.update(); hand.update(); } else if (commands) report.start({ asked: false });
  else sheet.show("watching", "Watching", `Table ${desk.table}`, [note("An auditor sees the table and its books, and gives no commands. The audit page has the journal.")], { asked: false });
}

function note(text) {
  const line = document.createElement("p");
  line.className = "note";
  line.textContent = text;
  return line;
}

function tag(desk, { view }) {
  const held = view.round && !view.round.over && (view.round.void || desk.due?.command === "Forfeit" || desk.due?.command === "LetStand");
  if (desk.real_cards && view.open && !held && !view.idle) return null;
  const [words, kind] = !view.open ? ["Closed", ""] : held ? ["! Held", " lose"] : view.idle ? ["Idle", ""] : desk.by_hand.length ? ["By hand", ""] : ["Automatic", ""];
  const element = document.createElement("span");
  element.className = `tag${kind}`;
  element.textContent = words;
  return element;
}

let soon = 0;

/** The list of tables, now and again every few seconds. */
async function list() {
  clearTimeout(soon);
  soon = setTimeout(list, OFTEN);
  try { drawList(await api("/floor"), here.table); } catch (error) { complain(error); }
}

function tick() {
  element("clock").textContent = new Date().toLocaleTimeString("en-GB").slice(0, 5);
  setTimeout(tick, 5000);
}

async function begin() {
  tick();
  here.table ||= (await api("/floor")).tables[0]?.table;
  element("to-audit").href = `/audit/${here.table}`;
  element("to-display").href = `/display/${here.table}`;
  here.live = new Live(here.table, (scene) => {
    here.scene = scene;
    here.feed.push(...scene.feed);
    look();
  }, (state) => { element("lost").hidden = state === "open"; });
}

for (const [id, part] of [["show-report", report], ["show-hand", hand], ["show-devices", device], ["show-papers", paper], ["show-people", staff], ["show-new", newTable()]]) {
  element(id)?.addEventListener("click", () => Promise.resolve(part.start()).catch(complain));
}
element("come").addEventListener("click", () => api(`/tables/${here.table}/summons`, { wanted: false }).catch(complain));
if (!commands) element("show-report").hidden = true;
if (matchMedia("(max-width: 760px)").matches) element("tables-fold").open = false;
begin();
