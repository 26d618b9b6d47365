/**
 * What a cell says in a column of a kind. What the cell shows is what it means: 5% in a column of percentages is 5, and
 * 7:30 in a column of hours is seven and a half. Where a cell shows one thing and holds another, nothing is guessed.
 */
import { type LocalDate, localDateSchema, parseDate } from '#domain/time.ts'
import type { Cell } from './sheet.ts'

/** A cell's value, or what is wrong with it, in words that follow the column's title. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string }

/** Formula results may be off by the last bit. */
const exact = (value: number) => Number(value.toFixed(9))

/** A cell as text: what it shows; without a format, numbers are rounded, and dates become 2026-11-20. */
export const textOf = (cell: Cell | undefined, shown?: string): string => {
  if (cell === undefined) return ''
  if (shown !== undefined) return shown
  if (typeof cell === 'object') return [cell.date, cell.time].filter(Boolean).join(' ')
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return typeof cell === 'number' ? String(exact(cell)) : cell
}

export const quoted = (cell: Cell, shown?: string): string => `'${textOf(cell, shown).slice(0, 60)}'`

const contradiction = (cell: Cell, shown: string | undefined, held: string, what: string) => ({
  problem: `shows ${quoted(cell, shown)} but holds ${held}. Enter the ${what} that you mean.`,
})

const PERCENT = /^(.*\d)\s*%$/

/** 7:30, 40:00, -8:00, 7:30:00 */
const DURATION = /^(-?)(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$/
const TIME_OF_DAY = /^\d{1,2}:\d\d(:\d\d)?\s*[ap]\.?m\.?$/i

/** Parses '8', '8.25', '1,024.5', '$52.50', '(8.00)' for a negative amount, and '8,25' with a decimal comma. */
function numberOf(text: string): number | undefined {
  const [, sign = '', bare = ''] = /^(-?)\$?\s*(.*)$/.exec(text.replace(/^\((.*)\)$/, '-$1')) ?? []
  if (/^\d+(\.\d+)?$/.test(bare)) return Number(sign + bare)
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return Number(sign + bare.replaceAll(',', ''))
  return /^\d+,\d{1,2}$/.test(bare) ? Number(sign + bare.replace(',', '.')) : undefined
}

/** The number in what a cell shows, with units and currency around it; undefined if it shows none, or several. */
function numberIn(shown: string): number | undefined {
  if (/^[+-]?\d(\.\d+)?E[+-]?\d+$/i.test(shown)) return Number(shown)
  const [, minus = '', whole = '0', over, under] = /^(-?)(?:(\d+) +)?(\d+)\/(\d+)$/.exec(shown) ?? []
  if (over !== undefined) return (minus === '' ? 1 : -1) * (Number(whole) + Number(over) / Number(under))
  const [digits, ...others] = shown.match(/\d[\d,]*(?:\.\d+)?|\.\d+/g) ?? []
  if (others.length > 0) return undefined
  if (digits === undefined) return shown.includes('-') ? 0 : undefined
  const isNegative = /^\(.*\)$/.test(shown.replace(/^\$\s*/, '')) || /-[^\d]*\d/.test(shown)
  return (isNegative ? -1 : 1) * Number(digits.replaceAll(',', ''))
}

/**
 * A number, and the one that its cell shows. If the format rounds it to the column's decimals, the shown one counts; if
 * it hides more, nobody can tell.
 */
function agreed(value: number, shown: string, decimals: number): number | undefined {
  const visible = numberIn(shown)
  if (visible === undefined) return undefined
  const hidden = Math.abs(visible - value)
  if (hidden < 1e-9) return value
  const isTooFine = Math.abs(Number(value.toFixed(decimals)) - value) > 1e-9
  return isTooFine && hidden <= 0.5 * 10 ** -decimals + 1e-9 ? visible : undefined
}

/** @param decimals that the column has; the cell may have more, which is another rule's concern */
export function readNumber(cell: Cell, shown: string | undefined, decimals: number): Reading<number> {
  const text = textOf(cell, shown)
  if (PERCENT.test(text)) return { problem: `${quoted(cell, shown)} is a percentage, not a number.` }
  if (typeof cell === 'string') {
    const value = numberOf(cell)
    return value === undefined ? { problem: `${quoted(cell)} is not a number.` } : { value }
  }
  if (typeof cell !== 'number' || DURATION.test(text)) return { problem: `${quoted(cell, shown)} is not a number.` }
  if (shown === undefined) return { value: cell }
  const value = agreed(cell, shown, decimals)
  return value === undefined ? contradiction(cell, shown, textOf(cell), 'number') : { value }
}

/** A percentage: 5 for 5, '5%', and a cell that shows 5% and holds 0.05. */
export function readPercent(cell: Cell, shown: string | undefined, decimals: number): Reading<number> {
  const percent = PERCENT.exec(textOf(cell, shown))?.[1]
  if (percent === undefined) return readNumber(cell, shown, decimals)
  if (typeof cell === 'number') return readNumber(exact(cell * 100), percent, decimals)
  return readNumber(percent.trim(), undefined, decimals)
}

const clockHours = (text: string): number | undefined => {
  const [, sign, hours, minutes, seconds = '0'] = DURATION.exec(text) ?? []
  if (hours === undefined) return undefined
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return (sign === '-' ? -1 : 1) * (total / 3600)
}

/** The hours that a clock's cell holds, whatever it shows. */
const heldHours = (cell: Cell): number | undefined => {
  if (typeof cell === 'number') return cell * 24
  return typeof cell === 'object' && cell.date === undefined ? clockHours(cell.time ?? '0:00') : undefined
}

const A_MINUTE = 1 / 60

/** Hours: 7.5, and 7:30 as a time or a duration, which is rounded to hundredths as all time off is. */
export function readHours(cell: Cell, shown: string | undefined): Reading<number> {
  const text = textOf(cell, shown)
  if (TIME_OF_DAY.test(text)) return { problem: `${quoted(cell, shown)} is a time of day, not a number of hours.` }
  if (PERCENT.test(text)) return { problem: `${quoted(cell, shown)} is a percentage, not a number of hours.` }
  const hours = clockHours(text)
  if (hours === undefined) {
    if (typeof cell === 'object') return { problem: `${quoted(cell, shown)} is a date, not a number of hours.` }
    return readNumber(cell, shown, 2)
  }
  const held = typeof cell === 'string' ? hours : heldHours(cell)
  if (held === undefined || Math.abs(held - hours) >= A_MINUTE) {
    return contradiction(cell, shown, held === undefined ? 'a date as well' : `${exact(held)} hours`, 'hours')
  }
  return { value: Number(hours.toFixed(2)) }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 20-Nov-2026, Friday, November 20, 2026: as spreadsheet programs write dates into text files. */
function writtenDate(text: string): LocalDate | undefined {
  const [, day, month, year] = /^(\d{1,2})[- ]([a-z]+)[- ](\d{4})$/i.exec(text) ?? []
  const [, named, dayOf, yearOf] = /^(?:[a-z]+, )?([a-z]+)\.? (\d{1,2}), (\d{4})$/i.exec(text) ?? []
  const name = month ?? named
  const at = name === undefined || name.length < 3 ? -1 : MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  if (at < 0) return undefined
  const parts = [year ?? yearOf, String(at + 1).padStart(2, '0'), String(day ?? dayOf).padStart(2, '0')]
  return localDateSchema.safeParse(parts.join('-')).data
}

/** The time after a date. */
const CLOCK = /[ T]\d{1,2}:\d\d(:\d\d(\.\d+)?)?( ?[AP]M)?$/i

/** A date cell, or text such as 11/20/2026, 2026-11-20 or 20-Nov-2026, without its time. */
export function readDate(cell: Cell, shown: string | undefined): Reading<LocalDate> {
  const text = typeof cell === 'object' ? (cell.date ?? '') : textOf(cell).replace(CLOCK, '')
  const date = parseDate(text) ?? localDateSchema.safeParse(text).data ?? writtenDate(text)
  return date === undefined ? { problem: `${quoted(cell, shown)} is not a date (MM/DD/YYYY).` } : { value: date }
}
