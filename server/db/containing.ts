/**
 * A pattern for `like` and `ilike` that matches text containing the input. Wildcards in the input are matched
 * literally.
 */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
