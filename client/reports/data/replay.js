/* Shows the game, as soon as this page was let in. */
import { enter } from "./gate.js";
import { show } from "./tale.js";

show(await (await enter("game")).json());
