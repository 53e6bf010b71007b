// Files that nobody has made.

/** What systems leave beside people's files: hidden files, previews of folders. @param {string} path */
export const isOsMetadataFile = (path) =>
  path.split("/").some((part) => /^(\.[^.]|__MACOSX$|thumbs\.db$|desktop\.ini$)/i.test(part));
