/** Has Node take TypeScript, and stylesheets that modules import as empty modules: `node --import ./tests/web/setup.mjs`. */
import { register } from "node:module";
import "tsx";

const HOOKS = `export const load = (url, context, next) =>
  url.endsWith(".css") ? { format: "module", source: "", shortCircuit: true } : next(url, context);`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
