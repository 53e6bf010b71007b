import { launch } from "./firefox.mjs";
import { testIn } from "./smoke.mjs";

testIn("firefox", launch);
