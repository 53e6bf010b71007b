/** The longest file name that is made of a title, in characters, without its extension. */
const MAX_NAME = 60;

/** Returns a title as a file name without extension: without the characters that file systems reject; may be "". */
export const safeFileName = (title: string): string =>
  title
    .replace(/[\p{C}<>:"/\\|?*]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, MAX_NAME)
    .replace(/^[. ]+|[. ]+$/g, "");

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
