import { launch } from "./chromium.ts";
import { testIn } from "./smoke.ts";

testIn("chromium", launch);
