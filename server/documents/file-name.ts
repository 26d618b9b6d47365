/** A name for a file, without what file systems refuse and without characters that change the direction. */
export const safeFileName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replace(/^[.\s]+/, '')
