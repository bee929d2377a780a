/**
 * "I am here": the seat's own part of the match's randomness. First only the hash of a random number is sent; the number
 * itself follows once the hashes of all seats are in, so that nobody can choose a number that suits him.
 */

import { hex, sha256 } from "./sha256.js";

const NONCE_BYTES = 16;

export class Ready {
  /** `send` takes a command text; `match` and `seat` name where the number is remembered in this tab. */
  constructor(match, seat, send) {
    Object.assign(this, { key: `flagfall-nonce-${match}-${seat}`, send, opened: false });
  }

  /** Say "ready", with the hash of this tab's number. */
  async ready() {
    this.send(`ready ${await sha256(this.nonce)}`);
  }

  /** Open the number, once, if this tab is the one that sent its hash. */
  open() {
    const nonce = this.remembered;
    if (!nonce || this.opened) return;
    this.opened = true;
    this.send(`nonce ${nonce}`);
  }

  get nonce() {
    if (!this.remembered) this.remember(hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))));
    return this.remembered;
  }

  get remembered() {
    return this.kept ?? read(this.key);
  }

  remember(nonce) {
    this.kept = nonce;
    try {
      sessionStorage.setItem(this.key, nonce);
    } catch {
      // Without storage the number lives as long as the page.
    }
  }
}

function read(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
