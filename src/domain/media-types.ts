/** Media types of Office files. */
const OOXML = 'application/vnd.openxmlformats-officedocument'

/** Of a .docx file. */
export const WORD_FILE = `${OOXML}.wordprocessingml.document` as const
/** Of an .xlsx file. */
export const WORKBOOK = `${OOXML}.spreadsheetml.sheet` as const
