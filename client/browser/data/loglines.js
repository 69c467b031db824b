/*
 * The order of the log's lines.
 */

/** @typedef {[string, string, number[]]} LogLine its kind, its words, and its turn; empty for that of no turn yet */

/**
 * Return the lines in reading order: once a turn is revealed, sealed choices follow its heading.
 * @param {LogLine[]} lines
 * @returns {{kind: string, said: string, begins: boolean, awaits: boolean}[]}
 */
export function inTurns(lines) {
  /** @type {LogLine[]} */
  const read = [];
  /** @type {LogLine[]} */
  let sealed = [];
  let now = "";
  for (const line of lines) {
    const turn = line[2].length ? JSON.stringify(line[2]) : "";
    if (now && !turn) sealed.push(line);
    else if (turn && turn !== now) {
      read.push(line, ...sealed.map(([kind, said]) => /** @type {LogLine} */ ([kind, said, line[2]])));
      sealed = [];
      now = turn;
    } else read.push(line);
  }
  read.push(...sealed);
  return read.map(([kind, said, turn], at) => ({
    kind, said, begins: turn.length > 0 && JSON.stringify(turn) !== JSON.stringify(read[at - 1]?.[2]), awaits: at === read.length - sealed.length && sealed.length > 0,
  }));
}
