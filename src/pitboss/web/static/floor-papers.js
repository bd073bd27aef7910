// The submission of a table, or of a new one: a form of its options, checked by the rules before it is sent.

import { announce, h, time } from "./dom.js";
import { clause } from "./law.js";
import { api } from "./net.js";
import { optionsForm } from "./floor-options.js";
import * as sheet from "./floor-sheet.js";

const titled = (name) => name.replaceAll("_", " ");

/** The sheet of this table's submission. */
export function papers(context, may) {
  const body = h("div", { class: "papers" });

  async function start() {
    const { desk } = context();
    sheet.show("papers", "Submission", `Table ${desk.table}, ${desk.title}`, [body]);
    body.replaceChildren(h("p", { class: "sub" }, "Reading the submission."));
    const found = await api(`/tables/${desk.table}/submission`);
    const form = optionsForm(desk.game, found.options, may);
    const verdict = h("div", { class: "verdict", "aria-live": "polite" });
    const displayed = h("input", { type: "checkbox" });
    const check = () => checked(desk, form, verdict, displayed.checked, (options) => post(options, displayed.checked, verdict));
    body.replaceChildren(
      may ? h("p", { class: "sub" }, "Choices change between rounds, before the first wager of the next one.") : h("p", { class: "sub" }, "Only the floor supervisor changes the submission."),
      h("div", { class: "row" }, h("a", { class: "btn small", href: `/api/tables/${desk.table}/submission.toml`, download: `table-${desk.table}.toml` }, "Export"), may && fileButton("Import", form, verdict, found.game)),
      h("form", { novalidate: true, onsubmit: (event) => { event.preventDefault(); check(); } }, form.rows, verdict,
        may && h("footer", {}, h("label", { class: "check" }, displayed, "The layout and the sign state the new choices already"), h("button", { class: "btn primary" }, "Check"))),
      versions(found.versions, found.digest));
  }

  async function post(options, displayed, verdict) {
    const { live, scene } = context();
    try {
      await live.command("PostSubmission", { game: scene.view.game, options, displayed });
      announce("The new submission is in force.");
      await start();
    } catch (error) { verdict.replaceChildren(h("p", { class: "note bad" }, error.message, " ", error.clause ?? "")); }
  }

  return { start };
}

async function checked(desk, form, verdict, displayed, post) {
  const answer = await asked(form, verdict, () => api(`/tables/${desk.table}/submission/check`, { options: form.read(), displayed }));
  if (!answer) return;
  const cautions = answer.cautions.map((one) => h("p", { class: "note" }, one.message, " ", clause(desk.game, one.clause)));
  verdict.replaceChildren(...(answer.changes.length ? changed(desk, form, answer, cautions, post) : [h("p", { class: "note" }, "Lawful. Nothing changes."), ...cautions]));
  verdict.scrollIntoView({ block: "end" });
}

function changed(desk, form, answer, cautions, post) {
  return [
    h("h3", { class: "caps" }, "What changes"),
    h("ul", { class: "changes" }, answer.changes.map((one) => h("li", {}, h("b", {}, titled(one.name)), `: ${form.tell(one.name, one.before)} becomes ${form.tell(one.name, one.after)} `, clause(desk.game, one.clause)))),
    ...cautions,
    answer.refusal ? h("p", { class: "note bad" }, `${answer.refusal.message} `, clause(desk.game, answer.refusal.clause))
      : h("button", { class: "btn primary", type: "button", onclick: () => post(answer.options) }, "Post this submission"),
  ];
}

/** Ask the rules; problems go beside their options. */
async function asked(form, verdict, ask) {
  form.clear();
  try {
    const answer = await ask();
    const loose = form.mark(answer.problems);
    if (!answer.problems.length) return answer;
    const count = answer.problems.length;
    verdict.replaceChildren(h("p", { class: "note bad" }, `${count} thing${count > 1 ? "s are" : " is"} not lawful: see beside the options.`), ...loose.map((one) => h("p", { class: "note bad" }, one.message)));
  } catch (error) { verdict.replaceChildren(h("p", { class: "note bad" }, error.message, " ", error.clause ?? "")); }
  return null;
}

function fileButton(words, form, verdict, game) {
  const input = h("input", { type: "file", accept: ".toml,text/plain", class: "sr", id: `file-${words}`, onchange: async () => {
    const [file] = input.files;
    if (!file) return undefined;
    const answer = await asked(form, verdict, async () => api("/floor/check", { toml: await file.text() }));
    input.value = "";
    if (!answer) return undefined;
    if (answer.game !== game) return verdict.replaceChildren(h("p", { class: "note bad" }, `${file.name} is a submission of another game.`));
    form.fill(answer.options);
    verdict.replaceChildren(h("p", { class: "note" }, `${file.name} is lawful and fills the form. Check it, then post it.`));
    return undefined;
  } });
  return h("span", { class: "file" }, input, h("label", { class: "btn small", for: input.id }, words));
}

function versions(list, digest) {
  return h("section", {}, h("h3", { class: "caps" }, "Submissions so far"), h("ol", { class: "versions" }, list.map((one) => h("li", {},
    h("time", {}, `${new Date(one.at).toLocaleDateString("en-GB")} ${time(one.at)}`), h("span", { class: "mono" }, one.digest.slice(0, 16)), h("span", {}, one.digest === digest ? "in force" : ""), h("span", { class: "sub" }, one.by.replace(":", ", "))))));
}

/** The sheet for a new table. */
export function newTable() {
  const body = h("div", { class: "papers" });

  async function start() {
    sheet.show("new", "Set up a table", "It opens at once", [body]);
    const games = await api("/floor/games");
    const select = h("select", { onchange: () => choose() }, games.map((one) => h("option", { value: one.game }, one.title)));
    const place = h("div");
    const choose = () => {
      const game = games.find((one) => one.game === select.value);
      const form = optionsForm(game.short, game.options, true);
      const verdict = h("div", { class: "verdict", "aria-live": "polite" });
      place.replaceChildren(h("div", { class: "row" }, fileButton("Import a file", form, verdict, game.game)),
        h("form", { novalidate: true, onsubmit: (event) => { event.preventDefault(); setUp(game, form, verdict); } }, form.rows, verdict, h("footer", {}, h("p", {}, "The rules are asked before the table opens."), h("button", { class: "btn primary" }, "Set up and open"))));
    };
    body.replaceChildren(h("label", { class: "field" }, "Game", select), place);
    choose();
  }

  async function setUp(game, form, verdict) {
    const answer = await asked(form, verdict, () => api("/floor/check", { game: game.game, options: form.read() }));
    if (!answer) return;
    try {
      const { table } = await api("/tables", { game: answer.game, options: answer.options });
      location.assign(`/floor/${table}`);
    } catch (error) { verdict.replaceChildren(h("p", { class: "note bad" }, error.message, " ", error.clause ?? "")); }
  }

  return { start };
}
