/** What the palette offers: screens, days and records, in groups. */

import type { FoundRecord, RecordKind } from '#contract/search.ts'
import { ownDayAddress } from '#domain/calendar-addresses.ts'
import { hasWords, nameKey } from '#domain/name-key.ts'
import { requireValue } from '#domain/require-value.ts'
import { searchWords } from '#domain/search-words.ts'
import { formatDayHeader, type LocalDate } from '#domain/time.ts'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import type { ScreenLink } from '../guard.ts'
import { type Recent, recentKey } from './recents.ts'

export interface PaletteEntry {
  readonly key: string
  readonly name: string
  readonly detail: string
  readonly href: string
  /** To remember; a day is not remembered. */
  readonly recent: Recent | undefined
}

export interface PaletteGroup {
  readonly name: string
  readonly entries: readonly PaletteEntry[]
}

interface Viewer {
  readonly isAdministrator: boolean
  /** Otherwise a provider's name leads to their sessions. */
  readonly mayOpenProviders: boolean
}

interface Offered extends Viewer {
  readonly words: string
  readonly screens: readonly ScreenLink[]
  readonly found: readonly FoundRecord[]
  /** False while `found` answers earlier words: then only those whose name has these words are offered. */
  readonly isFoundForWords: boolean
  readonly recents: readonly Recent[]
  readonly today: LocalDate
}

const GROUPS: Readonly<Record<RecordKind, string>> = {
  student: 'Students',
  school: 'Schools',
  provider: 'Providers',
  session: 'Sessions',
  invoice: 'Invoices',
}

const hrefOf = (
  { kind, id, name, providerId, date }: FoundRecord,
  { isAdministrator, mayOpenProviders }: Viewer,
): string => {
  switch (kind) {
    case 'student':
      return `/student/${id}`
    case 'school':
      return `/updateSchool/${id}`
    case 'provider':
      return mayOpenProviders ? `/provider/${id}` : `/?provider=${id}`
    case 'session':
      return isAdministrator
        ? providerDayAddress(requireValue(providerId, 'The provider'), requireValue(date, 'The day'))
        : ownDayAddress(requireValue(date, 'The day'))
    case 'invoice':
      return `/billing-history?${new URLSearchParams({ number: name })}`
  }
}

const recordEntry = (record: FoundRecord, viewer: Viewer): PaletteEntry => {
  const { kind, id, name, detail } = record
  const recent = { kind, id }
  return { key: recentKey(recent), name, detail, href: hrefOf(record, viewer), recent }
}

const screenEntry = ({ path, label, group }: ScreenLink): PaletteEntry => {
  const recent = { kind: 'screen', path } as const
  return { key: recentKey(recent), name: label, detail: group === label ? '' : group, href: path, recent }
}

const partsOf = (words: string): string[] => nameKey(words).split(' ')

/** Every word begins one of the screen's name or menu group. */
const isScreenMeant = ({ name, detail }: PaletteEntry, words: string): boolean => {
  const own = partsOf(`${name} ${detail}`)
  return partsOf(words).every((word) => own.some((part) => part.startsWith(word)))
}

const isNamed = ({ name }: PaletteEntry, words: string): boolean => hasWords(name, words)

/** The day itself, if a date was typed. */
const dayEntries = ({ words, today, isAdministrator }: Offered): PaletteEntry[] => {
  const { date } = searchWords(words, today)
  if (date === undefined) return []
  const href = isAdministrator ? `/?view=daily&date=${date}` : ownDayAddress(date)
  return [{ key: `day ${date}`, name: formatDayHeader(date), detail: 'Home Page', href, recent: undefined }]
}

/** Recent ones first, as long as they match; then by kind. Groups without entries are left out. */
export const paletteGroups = (offered: Offered): readonly PaletteGroup[] => {
  const { screens, found, isFoundForWords, recents } = offered
  const words = offered.words.trim()
  const matching = screens.map(screenEntry).filter((entry) => words === '' || isScreenMeant(entry, words))
  const records = found
    .map((record) => ({ kind: record.kind, entry: recordEntry(record, offered) }))
    .filter(({ entry }) => isFoundForWords || isNamed(entry, words))
  const all = [...matching, ...records.map(({ entry }) => entry)]
  const recent = recents.flatMap((each) => all.find(({ key }) => key === recentKey(each)) ?? [])
  const isOther = (entry: PaletteEntry) => !recent.includes(entry)
  const kinds = [...new Set(records.map(({ kind }) => kind))]
  return [
    { name: 'Recent', entries: recent },
    { name: 'Days', entries: dayEntries(offered) },
    { name: 'Screens', entries: matching.filter(isOther) },
    ...kinds.map((kind) => ({
      name: GROUPS[kind],
      entries: records
        .filter((record) => record.kind === kind)
        .map(({ entry }) => entry)
        .filter(isOther),
    })),
  ].filter(({ entries }) => entries.length > 0)
}
