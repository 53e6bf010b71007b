/** The review of the Lab's wasm, ready for tests without a page. */
import { readFileSync } from "node:fs";
import type { Reviewing } from "../../www/js/explain/judge.ts";
import * as lab from "../../www/pkg-lab/lab.js";

lab.initSync({ module: readFileSync(new URL("../../www/pkg-lab/lab_bg.wasm", import.meta.url)) });

export const reviewing: Reviewing = lab;
