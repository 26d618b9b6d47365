/** Media types of Office files. */
const OOXML = 'application/vnd.openxmlformats-officedocument'

/** The type of a .docx file. */
export const WORD_FILE = `${OOXML}.wordprocessingml.document` as const
/** The type of an .xlsx file. */
export const WORKBOOK = `${OOXML}.spreadsheetml.sheet` as const
