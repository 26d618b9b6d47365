/**
 * iCalendar text (RFC 5545, section 3): content lines, escaped values, local times. Everything is escaped and folded,
 * so no name can inject a line.
 */
import type { LocalDate, LocalTime } from '#domain/time.ts'

/** Longer lines are folded: in octets, without the line break. */
const MAX_OCTETS = 75

/** Text as an escaped value. Control characters other than line breaks are not allowed in one and are dropped. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, (special) => `\\${special}`)
    .replaceAll('\n', '\\n')

/** A line in pieces of at most 75 octets, never splitting a character. */
const fold = (line: string): string => {
  if (Buffer.byteLength(line) <= MAX_OCTETS) return line
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      pieces.push(piece)
      // The leading space of a continuation line counts.
      piece = ' '
      octets = 1
    }
    piece += character
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}

export const toFile = (lines: readonly string[]): string => `${lines.map(fold).join('\r\n')}\r\n`

/** 20270115T090000 */
export const localStamp = (date: LocalDate, time: LocalTime): string =>
  `${date.replaceAll('-', '')}T${time.replace(':', '')}00`

/** 20270115T140000Z */
export const utcStamp = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')
