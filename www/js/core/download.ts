// Files for the person to keep.

/** @param {string} name @param {string|Blob} content */
export function downloadFile(name, content) {
  const type = "text/plain;charset=utf-8";
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
