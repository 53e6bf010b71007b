import init from "chuhe";
import "chuhe/elements";
import { createApp } from "vue";
import App from "./App.vue";

await init();
createApp(App).mount("#app");
