// Canvases outside the page, to draw pictures on.

export function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser gives no 2d canvas");
  return context;
}

let sink: CanvasRenderingContext2D | null = null;

/**
 * Makes the browser draw what was requested so far. Without graphics hardware, it only records drawing and executes all of
 * it at the end of the frame, which would block the page; reading the picture splits that work.
 */
export function flushDrawing(canvas: HTMLCanvasElement): void {
  sink ??= contextOf(newCanvas(1, 1));
  sink.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
}
