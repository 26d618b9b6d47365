/** Reads and writes spreadsheets in worker threads. */
import { runInThread, ThreadLimitError } from './document-threads.ts'
import { SHEET_LIMITS, type Sheet, type SheetLimits, SheetRefusal, type SheetToWrite } from './sheet.ts'

/** An ordinary large file takes two seconds. */
const TIME_LIMIT = 20_000

const REFUSALS = {
  time: 'The file takes too long to read. Save it again with only this sheet.',
  memory: 'The file is too large to read: it does not fit in memory.',
} as const

const CANCELED = 'The upload was canceled.'

/** Replaces a limit error with a message for the user, if the file is at fault. */
const refusing = (error: unknown): never => {
  throw error instanceof ThreadLimitError ? new SheetRefusal(REFUSALS[error.limit]) : error
}

/**
 * The rows of an .xlsx, .xls or .csv file, distinguished by content.
 *
 * @param left aborts when the client that sent the file disconnects
 * @throws SheetRefusal for a file of another kind, or one that is damaged, locked or too large, with a message for the
 *   user
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  limits: Partial<SheetLimits> = {},
  timeLimit = TIME_LIMIT,
  left?: AbortSignal,
): Promise<Sheet> {
  const input = { bytes, limits: { ...SHEET_LIMITS, ...limits } }
  const outcome = await runInThread('readSheet', input, timeLimit, left).catch((error: unknown) => {
    if (left?.aborted) throw new SheetRefusal(CANCELED)
    return refusing(error)
  })
  if ('refusal' in outcome) throw new SheetRefusal(outcome.refusal)
  return outcome.sheet
}

/** An .xlsx file. Text is never interpreted as a formula. */
export const writeSpreadsheet = (sheet: SheetToWrite): Promise<Uint8Array<ArrayBuffer>> =>
  runInThread('writeSheet', sheet).catch(refusing)
