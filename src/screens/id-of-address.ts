/** The id that a part of the address holds; undefined where it is not one, since an address may hold anything. */
export const idOfAddress = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
