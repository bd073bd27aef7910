// Who works here: invite somebody by a link that works once, end somebody's sessions.

import { announce, h } from "./dom.js";
import { api } from "./net.js";
import * as sheet from "./floor-sheet.js";

const ROLES = [["dealer", "Dealer"], ["floor", "Floor supervisor"], ["auditor", "Auditor, who only watches"]];

/** The sheet of staff; only a supervisor invites and ends. */
export function people(may) {
  const list = h("ul", { class: "people" });
  const link = h("div", { "aria-live": "polite" });
  const said = h("p", { class: "note bad", role: "status", hidden: true });
  const say = (text) => { said.hidden = !text; said.textContent = text; };
  const name = h("input", { maxlength: 32, autocomplete: "off", required: true });
  const role = h("select", {}, ROLES.map(([value, words]) => h("option", { value }, words)));

  async function refresh() {
    const found = await api("/staff");
    list.replaceChildren(...found.map((member) => h("li", {}, h("span", {}, h("b", {}, member.name), ` ${(ROLES.find(([value]) => value === member.role) ?? [0, member.role])[1]}`),
      may && h("button", { class: "btn small", type: "button", "aria-label": `End the sessions of ${member.name}`, onclick: () => end(member) }, "End sessions"))));
  }

  async function end(member) {
    try {
      await api(`/staff/${member.id}/end`, {});
      announce(`${member.name} is signed out everywhere.`);
      link.replaceChildren(h("p", { class: "note" }, `${member.name} is signed out everywhere. Invite them again for a new session.`));
    } catch (error) { say(error.message); }
  }

  async function invite(event) {
    event.preventDefault();
    say("");
    try {
      const { link: path } = await api("/staff", { role: role.value, name: name.value });
      const address = `${location.origin}${path}`;
      const field = h("input", { readonly: true, value: address, onfocus: ({ target }) => target.select() });
      link.replaceChildren(h("div", { class: "note" }, h("label", { class: "field" }, `The link for ${name.value}. It works once and is shown only now`, field),
        h("button", { class: "btn", type: "button", onclick: () => copy(field, address) }, "Copy")));
      name.value = "";
      field.focus();
      refresh();
    } catch (error) { say(error.message); }
  }

  async function copy(field, address) {
    field.select();
    await navigator.clipboard?.writeText(address);
    announce("The link is copied.");
  }

  function start() {
    say("");
    link.replaceChildren();
    const form = h("form", { class: "invite", onsubmit: invite }, h("h3", { class: "caps" }, "Invite"),
      h("label", { class: "field" }, "Name", name), h("label", { class: "field" }, "Role", role), h("button", { class: "btn primary" }, "Make a link"));
    sheet.show("people", "Staff", may ? "Invite people, end their sessions" : "Who works here", [list, may && form, link, said].filter(Boolean));
    refresh().catch((error) => say(error.message));
  }

  return { start };
}
