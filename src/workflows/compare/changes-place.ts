/** Which versions are compared, and how they are drawn, as encoded in the page's address. */
import { NOW, SEEN } from './comparison.ts'

export interface ChangesPlace {
  readonly from: string
  readonly to: string
  readonly isSideBySide: boolean
}

const SIDES = ',sides'
const PLACE = /^(.+?)\.\.(.+?)(,sides)?$/

/**
 * The newest release and the running code, unless the address names versions that exist.
 *
 * @param versions newest first
 */
export const readChangesPlace = (detail: string, versions: readonly string[]): ChangesPlace => {
  const [, from = '', to = '', sides] = PLACE.exec(detail) ?? []
  const isVersion = (version: string) => version === NOW || version === SEEN || versions.includes(version)
  return {
    from: isVersion(from) ? from : (versions[0] ?? NOW),
    to: isVersion(to) ? to : NOW,
    isSideBySide: sides !== undefined,
  }
}

export const writeChangesPlace = ({ from, to, isSideBySide }: ChangesPlace): string =>
  `${from}..${to}${isSideBySide ? SIDES : ''}`

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `2026-11-23T1430Z`, or without a time: `2026-11-22`, `2026-11-22.2` */
const VERSION = /^(\d{4}-\d\d-\d\d)(?:T(\d\d)(\d\d)Z|\.(\d+))?$/

/** When a version was released: 'Nov 23, 2026, 9:30 AM'. Those of the first days have no time, only their number that day. */
export const versionLabel = (version: string, timeZone: string): string => {
  if (version === NOW) return 'Now'
  if (version === SEEN) return 'My last look'
  const [, day = '', hour, minute, count] = VERSION.exec(version) ?? []
  if (hour !== undefined && minute !== undefined)
    return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
      Date.parse(`${day}T${hour}:${minute}:00Z`),
    )
  const at = Date.parse(day)
  if (Number.isNaN(at)) return version
  return `${DAY.format(at)}${count === undefined ? '' : `, release ${count}`}`
}
