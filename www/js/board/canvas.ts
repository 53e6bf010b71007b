// Canvases that are not part of the page, for drawing pictures in memory.

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
 * Makes the browser execute the drawing commands given so far. Without graphics hardware, the browser records the
 * commands and executes all of them at the end of the frame, which would block the page. Reading from the canvas forces
 * the execution of the commands recorded so far, and so splits the work.
 */
export function flushDrawing(canvas: HTMLCanvasElement): void {
  sink ??= contextOf(newCanvas(1, 1));
  sink.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
}
