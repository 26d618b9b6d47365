/** The counts view's state in the page's address: the period, and which records are listed. */
import { type PageSize, pageSizeSchema } from '#contract/paging.ts'
import { type ListOrder, RECORD_AGES, type RecordAge, type TakenTransition } from '#contract/workflow-counts.ts'
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import { type Period, type PeriodName, periodNamed, periodOf } from '#domain/workflow-period.ts'

/** The records in a state, or those that took a transition. */
export type OpenedRecords =
  | { readonly state: string; readonly transition: null }
  | { readonly state: null; readonly transition: TakenTransition }

export interface CountsPlace {
  /** Named periods are relative to today; custom dates are fixed. */
  readonly period: PeriodName | Period
  readonly opened: OpenedRecords | undefined
  /** How the list is sorted. */
  readonly order: ListOrder
  /** Only records that have been in the state for more days. */
  readonly longerThan: RecordAge | undefined
  readonly page: number
  readonly size: PageSize
}

const FIRST = 'month'
const SIZE: PageSize = 20

export const periodOfPlace = ({ period }: Pick<CountsPlace, 'period'>, today: LocalDate): Period =>
  typeof period === 'string' ? periodOf(period, today) : period

const readPeriod = (query: URLSearchParams): CountsPlace['period'] => {
  const from = localDateSchema.safeParse(query.get('from'))
  const to = localDateSchema.safeParse(query.get('to'))
  if (from.success && to.success) return { from: from.data, to: to.data }
  return periodNamed(query.get('period')) ?? FIRST
}

const readOpened = (query: URLSearchParams): OpenedRecords | undefined => {
  const state = query.get('state')
  if (state) return { state, transition: null }
  const [fromState, event, toState, ...rest] = query.get('took')?.split(' ') ?? []
  if (!fromState || !event || !toState || rest.length > 0) return undefined
  return { state: null, transition: { fromState, event, toState } }
}

export const readCountsPlace = (detail: string): CountsPlace => {
  const query = new URLSearchParams(detail)
  const page = query.get('page') ?? ''
  return {
    period: readPeriod(query),
    opened: readOpened(query),
    order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
    longerThan: RECORD_AGES.find((days) => String(days) === query.get('longer')),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    size: pageSizeSchema.safeParse(Number(query.get('size'))).data ?? SIZE,
  }
}

/** '' for the default: this month's counts with no dialog open. A list that is opened begins with the newest. */
export const writeCountsPlace = ({ period, opened, order, longerThan, page, size }: CountsPlace): string => {
  const query = new URLSearchParams()
  if (typeof period !== 'string') {
    query.set('from', period.from)
    query.set('to', period.to)
  } else if (period !== FIRST) query.set('period', period)
  if (opened?.transition) {
    const { fromState, event, toState } = opened.transition
    query.set('took', [fromState, event, toState].join(' '))
  } else if (opened) query.set('state', opened.state)
  if (opened && order !== 'newest') query.set('order', order)
  if (opened && longerThan !== undefined) query.set('longer', String(longerThan))
  if (opened && page !== 1) query.set('page', String(page))
  if (opened && size !== SIZE) query.set('size', String(size))
  return query.toString()
}
