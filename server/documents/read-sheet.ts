/** Detects a file's type from its contents, and reads its rows. */
import { CFB } from '@e965/xlsx'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { type Sheet, type SheetLimits, SheetRefusal } from './sheet.ts'
import { checkedParts } from './unpacked-size.ts'

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)

const NO_WORKBOOK = 'The file is not a spreadsheet. Save it as .xlsx, .xls or .csv.'

/** The streams of a file from older programs. */
function streamsOf(bytes: Uint8Array): string[] {
  try {
    return CFB.read(bytes, { type: 'array' }).FileIndex.map(({ name }: { name: string }) => name)
  } catch {
    throw new SheetRefusal('The file is damaged: it can’t be read.')
  }
}

function requireOldWorkbook(bytes: Uint8Array): void {
  const streams = streamsOf(bytes)
  if (streams.includes('EncryptedPackage')) {
    throw new SheetRefusal('The file is protected by a password. Save it without one.')
  }
  if (!streams.includes('Workbook') && !streams.includes('Book')) throw new SheetRefusal(NO_WORKBOOK)
}

/**
 * The rows of the first visible sheet. Reading is CPU-bound: never call it on the main thread.
 *
 * @throws SheetRefusal for a file that is not .xlsx, .xls or .csv inside, is damaged or locked, or over the limits
 */
export function readSheet(bytes: Uint8Array, limits: SheetLimits): Sheet {
  if (startsWith(bytes, 0x50, 0x4b)) {
    if (!checkedParts(bytes, limits.unpacked).includes('xl/workbook.xml')) throw new SheetRefusal(NO_WORKBOOK)
    return { rows: readWorkbook(bytes, limits) }
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    requireOldWorkbook(bytes)
    return { rows: readWorkbook(bytes, limits) }
  }
  return { rows: readCsv(bytes, limits) }
}
