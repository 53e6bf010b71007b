// The diagram of a repetition, for the result card. As a module of its own it is imported without a namespace object of the
// shared diagram, whose helper would be part of the first load (200 bytes).

export { showCycle } from "../../ui/repetition-diagram.ts";
