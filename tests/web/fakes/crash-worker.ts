/** A worker that starts well and throws on its first job. */

onmessage = ({ data }) => {
  if (data.type === "init") postMessage({ type: "ready" });
  else throw new Error("crashed on purpose");
};
