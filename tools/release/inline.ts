/** Puts styles and first scripts into a page, each allowed by its digest in the page's Content Security Policy. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Rolldown } from "vite";
import { parseAst } from "vite";

/** The global variable for the exports of the inlined script, since modules cannot import from an inlined script. */
const EXPORTS = "globalThis.chuheFirst";

/**
 * Returns the page with `tag` replaced by an element with the start tag `opening` and the content `text`, which the
 * page's policy allows.
 */
export function inlineText(html: string, tag: string, opening: string, text: string): string {
  const kind = /^<(script|style)/.exec(opening)?.[1];
  if (!kind || !html.includes(tag)) throw new Error(`the page has no ${tag}`);
  if (/<(?:!--|\/?(?:script|style))/i.test(text)) throw new Error("the text would end its own tag");
  const digest = createHash("sha256").update(text).digest("base64");
  const allowed = html.replace(`${kind}-src 'self'`, (policy) => `${policy} 'sha256-${digest}'`);
  if (allowed === html) throw new Error(`the page's policy has no ${kind}-src 'self'`);
  return allowed.replace(tag, () => `${opening}${text}</${kind}>`);
}

/**
 * Returns the code of a page's entry chunk for inlining. Changes the other chunks of `bundle`: they read the exports of
 * the entry from a global variable instead of importing them. `folder` is the folder of the release's files, relative
 * to the page.
 */
export function inlineChunk(
  entry: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  folder: string,
): string {
  const name = basename(entry.fileName);
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== "chunk" || chunk === entry) continue;
    if (entry.imports.includes(chunk.fileName))
      throw new Error(`${name} imports ${chunk.fileName}`);
    chunk.code = replaceStatements(chunk.code, (node) => {
      if (node.type !== "ImportDeclaration" || node.source.value !== `./${name}`) return null;
      const names = node.specifiers.map((specifier) => {
        if (specifier.type !== "ImportSpecifier") throw new Error(`${chunk.fileName}: import *`);
        return `${nameOf(specifier.imported)}:${specifier.local.name}`;
      });
      return `const{${names.join()}}=${EXPORTS};`;
    });
    chunk.imports = chunk.imports.filter((path) => path !== entry.fileName);
  }
  const code = replaceStatements(entry.code, (node) => {
    if (node.type !== "ExportNamedDeclaration") return null;
    const names = node.specifiers.map((each) => `${nameOf(each.exported)}:${nameOf(each.local)}`);
    return `${EXPORTS}={${names.join()}};`;
  });
  const files = Object.keys(bundle).map((path) => basename(path).replaceAll(".", "\\."));
  return code.replaceAll(
    new RegExp(`(["'\`])(?:\\./)?(${files.join("|")})\\1`, "g"),
    (_, quote, file) => `${quote}./${folder}/${file}${quote}`,
  );
}

type Statement = ReturnType<typeof parseAst>["body"][number];
type ModuleName = { type: string; name?: string; value?: unknown };

const nameOf = ({ name, value }: ModuleName): string => name ?? JSON.stringify(value);

/** Replaces each top-level statement of a module for which `change` returns a text. */
function replaceStatements(code: string, change: (node: Statement) => string | null): string {
  let changed = code;
  for (const node of parseAst(code).body.toReversed()) {
    const text = change(node);
    if (text !== null) changed = changed.slice(0, node.start) + text + changed.slice(node.end);
  }
  return changed;
}
