import { launch } from "./webkit.ts";
import { testIn } from "./smoke.ts";

testIn("webkit", launch);
