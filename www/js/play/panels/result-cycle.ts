// The diagram of a repetition, for the result card. It is a separate module, since a dynamic import of the shared
// diagram would need a namespace object, whose helper would add 200 bytes to the first load.

export { showCycle } from "../../ui/repetition-diagram.ts";
