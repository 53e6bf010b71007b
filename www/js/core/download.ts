/** Downloads `content` as a file named `name`; a string is saved as UTF-8 text. */
export function downloadFile(name: string, content: string | Blob): void {
  const type = "text/plain;charset=utf-8";
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
