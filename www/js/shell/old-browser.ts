// Says in a browser that cannot run the page that it is too old. The other scripts would stop at the first thing that it
// does not know, and say nothing; so this one is written in what browsers have known since 2016.
(() => {
  /** A function that makes a vector: the rules and the engine are compiled for such. */
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
  const [lost, old] = ["wordless", "too-old"].map((id) => document.getElementById(id));
  if (!lost || !old) return;
  lost.remove();
  old.id = "wordless"; // whatever else fails shows this
  old.hidden = false;
})();
