/** Returns true if a path names metadata that operating systems add to people's folders: hidden files, preview caches. */
export const isOsMetadataFile = (path: string): boolean =>
  path.split("/").some((part) => /^(\.[^.]|__MACOSX$|thumbs\.db$|desktop\.ini$)/i.test(part));
