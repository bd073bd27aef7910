// The connection to a table: scenes come in, wishes go out; it comes back by itself when it is lost.

import { newKey } from "./dom.js";

const UNREADABLE = "The answer of the server cannot be read. See whether it was done before you try again.";
const PATIENCE = [0, 300, 1000, 2000, 4000];

/** What a table or the floor answered instead of doing it. */
export class Refused extends Error {
  constructor({ code, message, clause }) {
    super(message);
    this.code = code;
    this.clause = clause;
  }
}

/** A live connection that comes back by itself; `onState` is called with "open" or "lost". */
export class Wire {
  constructor(path, onMessage, onState = () => {}) {
    this._path = path;
    this._onMessage = onMessage;
    this._onState = onState;
    this._tries = 0;
    this._ended = false;
    this._connect();
    addEventListener("pagehide", () => this._end());
    addEventListener("pageshow", (event) => event.persisted && this._again());
  }

  /** Send it if there is a connection now. */
  send(message) {
    if (this._socket.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(message));
  }

  _connect() {
    const { protocol, host } = location;
    this._socket = new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/api${this._path}`);
    this._socket.addEventListener("open", () => {
      this._tries = 0;
      this._onState("open");
    });
    this._socket.addEventListener("message", ({ data }) => this._onMessage(JSON.parse(data)));
    this._socket.addEventListener("close", () => {
      if (this._ended) return;
      this._onState("lost");
      setTimeout(() => this._connect(), PATIENCE[Math.min(this._tries++, PATIENCE.length - 1)]);
    });
  }

  _end() {
    this._ended = true;
    this._socket.close();
  }

  _again() {
    this._ended = false;
    this._connect();
  }
}

export class Live {
  /** `onScene` is called with every scene of the table, `onState` with "open" or "lost". */
  constructor(table, onScene, onState = () => {}) {
    this.table = table;
    this.scene = null;
    this._onScene = onScene;
    this._waiting = new Map();
    this._number = 0;
    this._wire = new Wire(`/tables/${table}/live`, (message) => this._heard(message), (state) => {
      onState(state);
      // What was not answered goes out again: a command carries its key, so it is done once.
      if (state === "open") for (const { wish } of this._waiting.values()) this._wire.send(wish);
    });
  }

  /** Send a wish: { do: {...} }, { sit: {...} } or { ready: true }; resolves with the outcome, or rejects with Refused. */
  send(wish) {
    return new Promise((resolve, reject) => {
      const id = ++this._number;
      this._waiting.set(id, { wish: { id, ...wish }, resolve, reject });
      this._wire.send({ id, ...wish });
    });
  }

  /**
   * Tell the table something. It is sent with the version that was seen; if the table has moved on in between, it is
   * sent again with the new one as long as `stillOpen` says that it is still meant. `player` is whose word or act staff
   * enter, at a table with real cards.
   */
  async command(command, args = {}, { role = null, player = null, stillOpen = () => true } = {}) {
    for (let tries = 0; tries < 5; tries++) {
      const { version } = this.scene;
      const request = { command, arguments: args, version, key: newKey(), ...(role && { role }), ...(player && { player }) };
      try {
        return await this.send({ do: request });
      } catch (error) {
        if (error.code !== "stale") throw error;
        await this._newer(version);
        if (!stillOpen(this.scene)) throw error;
      }
    }
    throw new Refused({ code: "busy", message: "The table is very busy: try again." });
  }

  _newer(version) {
    if (this.scene.version > version) return Promise.resolve();
    return new Promise((resolve) => (this._onNewer = resolve));
  }

  _heard(message) {
    if ("view" in message) {
      if (this.scene && message.version < this.scene.version) return;
      const before = this.scene;
      this.scene = message;
      this._onNewer?.();
      this._onNewer = null;
      this._onScene(message, before);
      return;
    }
    const waiting = this._waiting.get(message.id);
    if (!waiting) return;
    this._waiting.delete(message.id);
    const wrong = message.error ?? message.refusal;
    if (wrong) waiting.reject(new Refused(wrong));
    else waiting.resolve(message);
  }
}

/** JSON over HTTP: resolves with the data, or rejects with Refused. */
export async function api(path, body = undefined) {
  const response = await fetch(`/api${path}`, body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const data = await response.json().catch(() => ({ code: "unreadable", message: UNREADABLE }));
  if (!response.ok || data.code === "unreadable") throw new Refused(data.refusal ?? data);
  return data;
}
