/** The most rows below the header row of a spreadsheet that someone uploads. */
export const MAX_IMPORT_ROWS = 10_000
