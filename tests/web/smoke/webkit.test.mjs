import { launch } from "./webkit.mjs";
import { testIn } from "./smoke.mjs";

testIn("webkit", launch);
