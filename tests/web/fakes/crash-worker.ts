/** A worker that starts well and throws on its first job. */

onmessage = ({ data }: MessageEvent<{ type: string }>) => {
  if (data.type === "init") postMessage({ type: "ready" });
  else throw new Error("crashed on purpose");
};
