/** Rows as CSV for spreadsheet programs. */
export const csvOf = async (rows: readonly (readonly string[])[]): Promise<string> => {
  const { stringify } = await import('csv-stringify/sync')
  // A name that begins like a formula must not run as one in a spreadsheet.
  return stringify([...rows], { bom: true, record_delimiter: 'windows', escape_formulas: true })
}
