// Shows that a browser is too old for the page. The other scripts would stop at the first syntax that it does not know, and
// show nothing, so this one uses only what browsers have had since 2016.
(() => {
  /** A wasm function that makes a vector: rules and engine are compiled with SIMD. */
  const vector = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
  ];
  const { WebAssembly: wasm } = window;
  if (
    typeof Array.prototype.toSorted === "function" &&
    wasm &&
    wasm.validate(new Uint8Array(vector))
  )
    return;
  const [wordless, tooOld] = ["wordless", "too-old"].map((id) => document.getElementById(id));
  if (!wordless || !tooOld) return;
  wordless.remove();
  tooOld.id = "wordless"; // later failures show this element
  tooOld.hidden = false;
})();
