/** How the page that hands work over says things. */
import type {
  HandOverColleague,
  HandOverItem,
  HandOverPreview,
  HandOverRecord,
  HandOverStay,
  SessionTimes,
  UndoPreview,
  WorkLeft,
} from '#contract/hand-over.ts'
import { ACCOUNT_STATE_NAMES } from '#domain/account.ts'
import { idOfKey, STAY_REASONS } from '#domain/hand-over.ts'
import { Tally } from '#domain/tally.ts'
import { formatDate, formatShortDay, formatTimeRange, WEEKDAYS } from '#domain/time.ts'
import { counted, firstInWords, inWords } from '#domain/words.ts'

/** '11/23/2026, 9:00 AM-9:45 AM' or 'Mondays, 9:00 AM-9:45 AM: 4 sessions, 11/23/2026 to 12/14/2026' */
export const sessionTimesInWords = ({
  isRecurring,
  count,
  first,
  last,
  startTime,
  endTime,
  weekdays,
}: SessionTimes): string => {
  const time = formatTimeRange(startTime, endTime)
  if (!isRecurring || first === last) return `${formatDate(first)}, ${time}`
  const [weekday, ...others] = weekdays
  const days =
    weekday !== undefined && others.length === 0
      ? `${WEEKDAYS[weekday]}s`
      : inWords(weekdays.map((day) => WEEKDAYS[day]?.slice(0, 3) ?? ''))
  return `${days}, ${time}: ${counted(count, 'session')}, ${formatDate(first)} to ${formatDate(last)}`
}

export const timesInWords = ({ session }: HandOverItem): string => (session ? sessionTimesInWords(session) : 'Student')

/** '2 stay: the day is approved (11/30/2026 and 12/07/2026)'; of a student: 'stays: the provider has left by then' */
export const stayInWords = ({ why, dates }: HandOverStay): string =>
  dates.length === 0
    ? `stays: ${STAY_REASONS[why]}`
    : `${dates.length} ${dates.length === 1 ? 'stays' : 'stay'}: ${STAY_REASONS[why]} (${firstInWords(dates.map(formatDate))})`

type ItemClash = HandOverItem['clashes'][0]

/** 'Mon, Nov 30: “Own group”, 9:30 AM-10:30 AM' */
export const clashInWords = (clash: ItemClash): string => {
  if (clash.kind === 'lastDay') return `Last day at work: ${formatDate(clash.date)}`
  const { kind, date, startTime, endTime, title } = clash
  const what = kind === 'timeOff' ? 'Time off' : `“${title}”`
  return `${formatShortDay(date)}: ${what}, ${formatTimeRange(startTime, endTime)}`
}

/** What to know of a colleague before choosing: 'Invited', 'Last day: 12/18/2026', 'Missing documents: License'. */
export const notesOn = ({
  invitation,
  lastDay,
  missingDocuments,
}: Pick<HandOverColleague, 'invitation' | 'lastDay' | 'missingDocuments'>): string[] => [
  ...(invitation === null ? [] : [ACCOUNT_STATE_NAMES[invitation]]),
  ...(lastDay === null ? [] : [`Last day: ${formatDate(lastDay)}`]),
  ...(missingDocuments.length === 0 ? [] : [`Missing documents: ${inWords(missingDocuments)}`]),
]

/** '4 sessions and 3 students' */
const workInWords = ({ sessions, students }: { readonly sessions: number; readonly students: number }): string =>
  inWords([
    ...(sessions > 0 ? [counted(sessions, 'session')] : []),
    ...(students > 0 ? [counted(students, 'student')] : []),
  ])

export const amountInWords = (items: readonly { sessions: number | null }[]): string => {
  const sessions = items.reduce((sum, item) => sum + (item.sessions ?? 0), 0)
  return workInWords({ sessions, students: items.filter((item) => item.sessions === null).length })
}

export const amountOf = (items: readonly HandOverItem[]): string =>
  amountInWords(items.map(({ session }) => ({ sessions: session?.count ?? null })))

/** Names each item; those of the same name and times by their number, too. */
export const labelsOf = (items: readonly HandOverItem[]): ReadonlyMap<HandOverItem['key'], string> => {
  const plain = (item: HandOverItem) => (item.session ? `${item.name}, ${timesInWords(item)}` : item.name)
  const uses = new Tally(items.map(plain))
  return new Map(
    items.map((item) => {
      const label = plain(item)
      return [item.key, uses.of(label) > 1 ? `${label} (no. ${idOfKey(item.key)})` : label]
    }),
  )
}

/** Why no colleague is proposed, and what can be done; undefined if someone is. */
export const whyNobody = ({ provider: { type }, colleagues }: Pick<HandOverPreview, 'provider' | 'colleagues'>) => {
  if (colleagues.length === 0) {
    return `No other ${type} can take this work: add one under Manage Providers, or bring one back from leave.`
  }
  if (colleagues.some(({ isProposed }) => isProposed)) return undefined
  return `No other ${type} works at these schools. Choose one under “Not at these schools”, who will then work there.`
}

const takenBy = (items: readonly HandOverItem[], colleagueId: number) =>
  items.filter(({ isMoving, toProviderId }) => isMoving && toProviderId === colleagueId)

/** How much each colleague takes: '4 sessions and 1 student to Dana Weber'. */
export const takersInWords = ({ items, colleagues }: Pick<HandOverPreview, 'items' | 'colleagues'>): string[] =>
  colleagues.flatMap(({ id, name }) => {
    const taken = takenBy(items, id)
    return taken.length > 0 ? [`${amountOf(taken)} to ${name}`] : []
  })

/** Where colleagues will work who don't yet: 'Dana Weber will work at Maple.' */
export const newPlacesInWords = ({
  items,
  colleagues,
  schools,
}: Pick<HandOverPreview, 'items' | 'colleagues' | 'schools'>): string[] =>
  colleagues.flatMap(({ id, name, schoolIds }) => {
    const taken = takenBy(items, id)
    const added = schools.filter(
      (school) => !schoolIds.includes(school.id) && taken.some(({ schoolId }) => schoolId === school.id),
    )
    return added.length > 0 ? [`${name} will work at ${inWords(added.map((school) => school.name))}.`] : []
  })

/** '4 sessions and 1 student to Dana Weber', and whose students are still to come: ' (1 student moves on 12/12/2026)' */
export const handedInWords = ({ items, fromDate }: HandOverRecord): string => {
  const takers = [...new Set(items.map(({ toProviderName }) => toProviderName))]
  const coming = items.filter(({ movesOn }) => movesOn !== null).length
  const later =
    coming === 0 ? '' : ` (${counted(coming, 'student')} ${coming === 1 ? 'moves' : 'move'} on ${formatDate(fromDate)})`
  return `${takers
    .map((taker) => `${amountInWords(items.filter(({ toProviderName }) => toProviderName === taker))} to ${taker}`)
    .join(', ')}${later}`
}

/** 'From 12/19/2026 on, 12 sessions and 3 students are still with Paul Provider.' */
export const workLeftInWords = ({ from, sessions, students, providerName }: WorkLeft): string => {
  const amount = workInWords({ sessions, students })
  return `From ${formatDate(from)} on, ${amount} ${sessions + students === 1 ? 'is' : 'are'} still with ${providerName}.`
}

/** Why the provider can't have back what is still with the colleague as it was handed over. */
const ABSENCES: readonly HandOverStay['why'][] = ['left', 'onLeave', 'deactivated']

/** Where an item that did not go back can go to another colleague; undefined if it can't. */
export const otherColleagueHref = (
  { name, stays }: { readonly name: string; readonly stays: readonly HandOverStay[] },
  providerId: number,
): string | undefined => {
  const kept = stays.filter(({ why }) => ABSENCES.includes(why))
  if (kept.length === 0) return undefined
  const [from] = kept.flatMap(({ dates }) => dates).sort()
  return `/hand-over/${providerId}?${new URLSearchParams({ ...(from !== undefined && { from }), item: name })}`
}

/** What an undoing left where it is: 'Evaluation: changed since'. */
export const leftInWords = ({ items, state }: HandOverRecord) =>
  items.flatMap(({ name, toProviderId, isUndone, stayed }) =>
    isUndone || stayed.length === 0
      ? []
      : {
          name,
          words: `${name}: ${inWords(stayed.map(({ why }) => STAY_REASONS[why]))}`,
          href: state === 'partlyUndone' ? otherColleagueHref({ name, stays: stayed }, toProviderId) : undefined,
        },
  )

/** What does not go back: 'Monday group: 2 stay: over already (11/23/2026 and 11/30/2026)'. */
export const remainingInWords = ({ items }: UndoPreview) =>
  items.flatMap(({ name, fromProviderId, stays }) =>
    stays.map((stay) => ({
      name,
      words: stay.dates.length === 0 ? `${name} ${stayInWords(stay)}` : `${name}: ${stayInWords(stay)}`,
      href: otherColleagueHref({ name, stays: [stay] }, fromProviderId),
    })),
  )

const STATES = { moved: 'Handed over', partlyUndone: 'Undone in part', undone: 'Undone' } as const

export const stateInWords = ({ state }: HandOverRecord): string => STATES[state]

/** '420, then 540' or '420' */
export const minutesInWords = (before: number, after: number): string =>
  before === after
    ? before.toLocaleString('en-US')
    : `${before.toLocaleString('en-US')}, then ${after.toLocaleString('en-US')}`
