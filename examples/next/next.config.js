// On the server the package reads its wasm beside its script, so that it must not be bundled there.
export default { serverExternalPackages: ["chuhe"] };
