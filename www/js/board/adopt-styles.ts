const sheets = new Map<string, CSSStyleSheet>();

/**
 * Adds styles, once, to the shadow root that contains a node, or to the document. A page's Content-Security-Policy does
 * not apply to them, unlike to `<style>` elements.
 */
export function adoptStyles(node: Node, text: string): void {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  const tree = node.getRootNode();
  const root = tree instanceof ShadowRoot ? tree : document;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
