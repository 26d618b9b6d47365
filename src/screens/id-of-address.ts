/** Parses an id from part of an address; undefined if it isn't one. */
export const idOfAddress = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
