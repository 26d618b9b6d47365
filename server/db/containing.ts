/**
 * A pattern for `like` and `ilike` that finds anywhere what a person typed. What would match any text is taken as it is
 * written.
 */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
