/** How the question about sessions to come says things. */
import type { ComingRow, ComingSessions } from '#contract/coming-sessions.ts'
import type { Fate } from '#domain/coming-sessions.ts'
import { STAY_REASONS } from '#domain/hand-over.ts'
import { formatDate } from '#domain/time.ts'
import { capitalized, counted, inWords } from '#domain/words.ts'
import { sessionTimesInWords } from '#screens/providers/hand-over-words.ts'

/** 'Mondays, 9:00 AM-9:45 AM: 4 sessions, 11/23/2026 to 12/14/2026' or '3 single sessions, 11/24/2026 to 12/08/2026' */
export const datesInWords = (row: ComingRow): string =>
  row.isRecurring || row.count === 1
    ? sessionTimesInWords(row)
    : `${row.count} single sessions, ${formatDate(row.first)} to ${formatDate(row.last)}`

/** 'Paul Provider, Occupational Therapy', and where, if it is not the school that the question is about */
export const placeInWords = ({ providerName, serviceName, schoolName }: ComingRow, here: string): string =>
  [providerName, serviceName, ...(schoolName === here ? [] : [schoolName])].join(', ')

export const totalInWords = ({ rows }: Pick<ComingSessions, 'rows'>): string =>
  counted(
    rows.reduce((sum, { count }) => sum + count, 0),
    'session',
  )

const stays = (count: number) => (count === 1 ? 'stays' : 'stay')

/** '1 more session stays as it is: the day is confirmed.' */
export const stayingInWords = ({ staying, ofOthers }: Pick<ComingSessions, 'staying' | 'ofOthers'>): string[] => [
  ...staying.map(
    ({ why, count }) =>
      `${counted(count, 'more session')} ${stays(count)} as ${count === 1 ? 'it is' : 'they are'}: ${STAY_REASONS[why]}.`,
  ),
  ...(ofOthers > 0
    ? [`${counted(ofOthers, 'session')} of other providers ${stays(ofOthers)}: only an administrator can change them.`]
    : []),
]

/** 'Take out' leaves the others in the session. */
export const fateInWords = (fate: Fate, { others }: Pick<ComingRow, 'others'>): string => {
  switch (fate) {
    case 'end':
      return others.length > 0 ? 'Take out' : 'End'
    case 'move':
      return 'Move'
    case 'keep':
      return 'Keep'
  }
}

/** 'Keep all'; where some rows say 'End' and others 'Take out': 'End or take out all' */
export const fateOfAllInWords = (fate: Fate, rows: readonly Pick<ComingRow, 'others'>[]): string => {
  const said = new Set(rows.map((row) => fateInWords(fate, row).toLowerCase()))
  return capitalized(`${[...said].sort().join(' or ')} all`)
}

/** Who is in the sessions, too, and why they can't move. */
export const notesOn = ({ others, obstacle }: ComingRow): string[] => [
  ...(others.length > 0 ? [`Also with ${inWords(others)}, who ${others.length === 1 ? 'stays' : 'stay'}.`] : []),
  ...(obstacle === null ? [] : [`Can't move: ${obstacle}`]),
]
