/* The connection to the host, which delivers the sections. */

const AGAIN_MS = 2_000;

/** A table's stream, which reconnects automatically. */
export class Stream {
  /**
   * @param {(news: Record<string, any>, isFresh: boolean) => void} take called for each event; fresh ones come without what was sent before
   * @param {(isHere: boolean) => void} state called when the connection breaks or comes back
   */
  constructor(take, state) {
    this._take = take;
    this._state = state;
    this._timer = 0;
    /** @type {EventSource | null} */
    this._source = null;
  }

  /** Follow another table. @param {string} table empty for all of them */
  follow(table) {
    clearTimeout(this._timer);
    this._source?.close();
    const source = this._source = new EventSource(`events?table=${encodeURIComponent(table)}`);
    let isFresh = true;
    source.onopen = () => { isFresh = true; this._state(true); };
    source.onmessage = (event) => {
      this._state(true);
      this._take(JSON.parse(event.data), isFresh);
      isFresh = false;
    };
    source.onerror = () => {
      isFresh = true;
      this._state(false);
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this._timer);
      this._timer = window.setTimeout(() => this.follow(table), AGAIN_MS);
    };
  }
}
