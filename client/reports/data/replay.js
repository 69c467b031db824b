/* Shows the game that the address names, once the page was let in. */
import { enter } from "./gate.js";
import { show } from "./tale.js";

show(await (await enter(`game${location.search}`)).json());
