/**
 * iCalendar's text (RFC 5545, section 3): content lines, escaped values, local times. What is written here is escaped and
 * folded wherever it came from, so that a name can never become a line of its own.
 */
import type { LocalDate, LocalTime } from '#domain/time.ts'

/** A line folds when it is longer, in octets and without its end. */
const MOST_OCTETS = 75

/** Free text as a value. Control characters but line ends are left out: they may not stand in one. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, (special) => `\\${special}`)
    .replaceAll('\n', '\\n')

/** A line in pieces of 75 octets at most; no character is cut in two. */
const fold = (line: string): string => {
  if (Buffer.byteLength(line) <= MOST_OCTETS) return line
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      pieces.push(piece)
      // The space that begins a continuation counts.
      piece = ' '
      octets = 1
    }
    piece += character
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}

/** The lines as a file. */
export const toFile = (lines: readonly string[]): string => `${lines.map(fold).join('\r\n')}\r\n`

/** 20270115T090000 */
export const localStamp = (date: LocalDate, time: LocalTime): string =>
  `${date.replaceAll('-', '')}T${time.replace(':', '')}00`

/** 20270115T140000Z */
export const utcStamp = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')
