// The devices of a table: enrol one by a key that is shown once, see when it was last heard, revoke it.

import { announce, h } from "./dom.js";
import { api } from "./net.js";
import { draw, redraw } from "./floor-dom.js";
import * as sheet from "./floor-sheet.js";

const KINDS = [["shuffler", "Shuffler"], ["shoe", "Shoe"], ["reader", "Card reader"], ["display", "Display"]];
const OFTEN = 3000;

const kindOf = (device) => KINDS.find(([kind]) => kind === device.kind)[1];

/** What is to be said of a device in a line. */
export function standing({ trouble, state, ago }) {
  if (trouble) return `! ${trouble}`;
  return `${state || "in order"}, heard ${ago < 60 ? `${ago} s` : `${Math.round(ago / 60)} min`} ago`;
}

/** The sheet of devices; `may` is whether this person enrols and revokes. */
export function devices(context, may) {
  const list = h("ul", { class: "people devices" });
  const key = h("div", { "aria-live": "polite" });
  const said = h("p", { class: "note bad", role: "status", hidden: true });
  const say = (text) => { said.hidden = !text; said.textContent = text; };
  const name = h("input", { maxlength: 32, autocomplete: "off", required: true });
  const kind = h("select", {}, KINDS.map(([value, words]) => h("option", { value }, words)));
  const path = () => `/tables/${context().desk.table}/devices`;
  let soon = 0;

  async function refresh() {
    clearTimeout(soon);
    if (sheet.shown() !== "devices") return;
    soon = setTimeout(refresh, OFTEN);
    try {
      const found = await api(path());
      draw(list, found, () => found.length ? found.map(line) : h("li", {}, "No device is enrolled at this table."));
    } catch (error) { say(error.message); }
  }

  function line(device) {
    return h("li", {},
      h("span", {}, h("b", {}, device.name), ` ${kindOf(device)}`, h("br", {}), h("span", { class: "sub" }, standing(device)),
        device.missed > 0 && h("span", { class: "sub" }, `. ${device.missed} message${device.missed === 1 ? "" : "s"} lost`)),
      may && h("button", { class: "btn small", type: "button", "aria-label": `Revoke ${device.name}`, "data-key": `revoke ${device.id}`, onclick: () => revoke(device) }, "Revoke"));
  }

  async function revoke(device) {
    try {
      await api(`${path()}/${device.id}/revoke`, {});
      announce(`${device.name} is revoked.`);
      key.replaceChildren(h("p", { class: "note" }, `${device.name} is revoked: its key opens nothing any more.`));
      refresh();
    } catch (error) { say(error.message); }
  }

  async function enrol(event) {
    event.preventDefault();
    say("");
    try {
      const { key: made } = await api(path(), { kind: kind.value, name: name.value });
      const field = h("input", { readonly: true, value: made, onfocus: ({ target }) => target.select() });
      key.replaceChildren(h("div", { class: "note" }, h("label", { class: "field" }, `The key of ${name.value}. It is shown only now`, field),
        h("button", { class: "btn", type: "button", onclick: () => copy(field) }, "Copy")));
      name.value = "";
      field.focus();
      refresh();
    } catch (error) { say(error.message); }
  }

  async function copy(field) {
    field.select();
    await navigator.clipboard?.writeText(field.value);
    announce("The key is copied.");
  }

  function start() {
    say("");
    key.replaceChildren();
    redraw(list);
    const form = h("form", { class: "invite", onsubmit: enrol }, h("h3", { class: "caps" }, "Enrol"),
      h("label", { class: "field" }, "Name", name), h("label", { class: "field" }, "Kind", kind), h("button", { class: "btn primary" }, "Make a key"));
    sheet.show("devices", "Devices", `Table ${context().desk.table}`, [list, may && form, key, said].filter(Boolean));
    return refresh();
  }

  return { start };
}
