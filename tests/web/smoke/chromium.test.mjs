import { launch } from "./chromium.mjs";
import { testIn } from "./smoke.mjs";

testIn("chromium", launch);
