// Shows a message if the browser is too old for the page. In such a browser the other scripts fail at the first unknown
// syntax and show nothing. Therefore this script uses only features that browsers have had since 2016.
(() => {
  /** A small wasm module that uses SIMD, as the rules and the engine do. */
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
