import vue from "@vitejs/plugin-vue";

const isCustomElement = (tag) => tag.startsWith("xiangqi-");

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
