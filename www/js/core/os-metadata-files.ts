/**
 * Returns true if a path names metadata that operating systems add beside people's files: hidden files, folders of
 * previews.
 */
export const isOsMetadataFile = (path: string): boolean =>
  path.split("/").some((part) => /^(\.[^.]|__MACOSX$|thumbs\.db$|desktop\.ini$)/i.test(part));
