/**
 * A week on paper: with several providers an overview first, then a page each, with a column per day. Sessions are in
 * order of time, each as tall as its text, so nothing is cut off; overflow continues on the next page.
 */

import { formatMinutes } from '#domain/hours.ts'
import { formatDayHeader, formatTimeRange, weekdayOf } from '#domain/time.ts'
import {
  FAINT,
  INK,
  LINE,
  lineHeight,
  type PdfDocument,
  type TextStyle,
  tint,
} from '#server/documents/pdf/pdf-document.ts'
import { drawTable } from '#server/documents/pdf/pdf-table.ts'
import {
  entriesOf,
  hoursInWords,
  minutesWorked,
  type PrintedDay,
  type PrintedProvider,
  rowInWords,
  sessionsInWords,
  studentsInWords,
  timeOffInWords,
} from './printed-providers.ts'

const NAME: TextStyle = { size: 15, bold: true }
const FACTS: TextStyle = { size: 9, colour: FAINT, align: 'right' }
const DAY: TextStyle = { size: 9, bold: true }
const STATUS: TextStyle = { size: 8, colour: FAINT }
const TIMES: TextStyle = { size: 8.5, bold: true }
const TEXT: TextStyle = { size: 8.5 }
const SMALL: TextStyle = { size: 7.5 }

const GAP = 8
const PADDING = 4
const BAR = 3
const BLOCK_GAP = 4

/** A week that leaves room is printed larger, to be readable from a distance. */
const SCALES = [1.4, 1.2, 1] as const

const sessionsOf = ({ days }: PrintedProvider) => days.reduce((sum, { sessions }) => sum + sessions.length, 0)
const allHours = ({ days }: PrintedProvider) => minutesWorked(days.flatMap(({ hours }) => hours))

/** Saturday and Sunday have a column only when someone works or is off then. */
const withoutIdleWeekend = (providers: readonly PrintedProvider[]): PrintedProvider[] => {
  const busy = new Set(
    providers.flatMap(({ days }) => days.filter((day) => entriesOf(day).length > 0).map(({ date }) => date)),
  )
  return providers.map((provider) => ({
    ...provider,
    days: provider.days.filter(({ date }) => ![0, 6].includes(weekdayOf(date)) || busy.has(date)),
  }))
}

/** A block in a day's column: text on its school's color, or on white. */
interface Block {
  readonly parts: readonly { readonly lines: readonly string[]; readonly style: TextStyle }[]
  readonly colour?: string
  /** Hours have the color only at their edge. */
  readonly isFilled?: boolean
}

const heightOf = ({ parts, colour }: Block) =>
  parts.reduce((sum, { lines, style }) => sum + lines.length * lineHeight(style), 0) + (colour ? 2 * PADDING - 2 : 0)

const blocksOf = (doc: PdfDocument, day: PrintedDay, width: number, scale: number): Block[] => {
  const inner = width - BAR - 2 * PADDING
  const part = (text: string, style: TextStyle, within = inner) => {
    const scaled = { ...style, size: style.size * scale }
    return { lines: doc.wrap(text, within, scaled), style: scaled }
  }
  const entries = entriesOf(day)
  if (entries.length === 0) return [{ parts: [part('No sessions', STATUS, width)] }]
  return [
    ...day.hours.map((row) => ({
      colour: row.colourCode,
      parts: [part(row.schoolName, { ...SMALL, bold: true }), part(rowInWords(row), SMALL)],
    })),
    ...entries.map((entry) =>
      'off' in entry
        ? {
            colour: FAINT,
            parts: [
              part(formatTimeRange(entry.off.startTime, entry.off.endTime), TIMES),
              part(timeOffInWords(entry.off), TEXT),
            ],
          }
        : {
            colour: entry.session.homePageColourCode,
            isFilled: true,
            parts: [
              part(formatTimeRange(entry.session.eventStartTime, entry.session.eventEndTime), TIMES),
              part(entry.session.title, TEXT),
              part(entry.session.schoolName, SMALL),
              part(studentsInWords(entry.session.studentsCount), SMALL),
              ...(entry.session.isEdited ? [part('Edited, pending approval', { ...SMALL, bold: true })] : []),
            ],
          },
    ),
  ]
}

const drawBlock = (doc: PdfDocument, block: Block, x: number, y: number, width: number): number => {
  const height = heightOf(block)
  const { colour } = block
  if (colour) {
    if (block.isFilled) doc.fill(x, y, width, height, tint(colour))
    doc.fill(x, y, BAR, height, colour)
  }
  let top = y + (colour ? PADDING - 1 : 0)
  for (const { lines, style } of block.parts) top = doc.write(lines, x + (colour ? BAR + PADDING : 0), top, style)
  return y + height + BLOCK_GAP
}

const HEADS = lineHeight(NAME) + 4 + lineHeight(DAY) + lineHeight(STATUS) + 8

/** The provider's name and the day headings; the columns begin `HEADS` below the page's top. */
const drawHeads = (doc: PdfDocument, provider: PrintedProvider, columns: readonly Column[], isContinued: boolean) => {
  const facts = `${sessionsInWords(sessionsOf(provider))}, ${hoursInWords(allHours(provider))}`
  const room = doc.width - doc.widthOf(facts, FACTS) - 12
  const name = isContinued ? `${provider.name} (continued)` : provider.name
  doc.write([facts], doc.right, doc.top + 6, FACTS)
  const y = doc.write([doc.cut(name, room, NAME)], doc.left, doc.top, NAME) + 4
  for (const { day, x, width } of columns) {
    const below = doc.write([doc.cut(formatDayHeader(day.date), width, DAY)], x, y, DAY)
    if (day.status) doc.write([day.status], x, below, STATUS)
    doc.rule(x, below + lineHeight(STATUS) + 2, width, { colour: day.status ? INK : LINE, weight: 1 })
  }
}

interface Column {
  readonly day: PrintedDay
  readonly x: number
  readonly width: number
}

const drawProvider = (doc: PdfDocument, provider: PrintedProvider): void => {
  const width = (doc.width - GAP * (provider.days.length - 1)) / provider.days.length
  const columns = provider.days.map((day, index) => ({ day, width, x: doc.left + index * (width + GAP) }))
  const top = doc.top + HEADS
  const scaled = SCALES.map((scale) => columns.map(({ day }) => blocksOf(doc, day, width, scale)))
  const fits = (blocks: readonly Block[]) =>
    blocks.reduce((sum, block) => sum + heightOf(block) + BLOCK_GAP, -BLOCK_GAP) <= doc.bottom - top
  let waiting = scaled.find((days) => days.every(fits)) ?? scaled.at(-1) ?? []
  for (let isContinued = false; waiting.some((blocks) => blocks.length > 0); isContinued = true) {
    doc.nextPage()
    drawHeads(doc, provider, columns, isContinued)
    waiting = waiting.map((blocks, index) => {
      let y = top
      const rest = blocks.findIndex((block, at) => {
        // The first block of a page is placed however tall it is.
        if (at > 0 && y + heightOf(block) > doc.bottom) return true
        y = drawBlock(doc, block, columns[index]?.x ?? doc.left, y, width)
        return false
      })
      return rest < 0 ? [] : blocks.slice(rest)
    })
  }
}

const dayInWords = ({ status, sessions, timeOff }: PrintedDay): string =>
  [
    ...(sessions.length === 0 ? [] : [sessionsInWords(sessions.length), status ?? '']),
    ...timeOff.map((off) => `${timeOffInWords(off)} ${formatTimeRange(off.startTime, off.endTime)}`),
  ].join('\n')

/** Who works on which day, how much, and each day's status. */
const drawOverview = (doc: PdfDocument, providers: readonly PrintedProvider[]): void => {
  doc.nextPage()
  const dates = providers[0]?.days.map(({ date }) => date) ?? []
  const sessionsOn = (index: number) =>
    providers.reduce((sum, { days }) => sum + (days[index]?.sessions.length ?? 0), 0)
  drawTable(doc, doc.top, {
    columns: [
      { head: 'Provider', share: 3, cell: ({ name }: PrintedProvider) => name },
      ...dates.map((date, index) => ({
        head: formatDayHeader(date),
        share: 2,
        cell: ({ days }: PrintedProvider) => {
          const day = days[index]
          return day ? dayInWords(day) : ''
        },
      })),
      { head: 'Sessions', share: 1.3, align: 'right', cell: (provider) => String(sessionsOf(provider)) },
      { head: 'Hours', share: 1, align: 'right', cell: (provider) => formatMinutes(allHours(provider)) },
    ],
    groups: [{ title: '', rows: providers }],
    totals: [
      `${providers.length} providers`,
      ...dates.map((_, index) => sessionsInWords(sessionsOn(index))),
      String(providers.reduce((sum, provider) => sum + sessionsOf(provider), 0)),
      formatMinutes(providers.reduce((sum, provider) => sum + allHours(provider), 0)),
    ],
  })
}

export const drawWeek = (doc: PdfDocument, all: readonly PrintedProvider[]): void => {
  const providers = withoutIdleWeekend(all)
  if (providers.length > 1) drawOverview(doc, providers)
  for (const provider of providers) drawProvider(doc, provider)
}
