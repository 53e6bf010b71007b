import init from "chuhe";
import "chuhe/elements";
import { mount } from "svelte";
import App from "./App.svelte";

await init();
mount(App, { target: document.querySelector("#app") });
