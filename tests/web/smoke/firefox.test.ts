import { launch } from "./firefox.ts";
import { testIn } from "./smoke.ts";

testIn("firefox", launch);
