/** Searching the invoice history (spec 2, sections 2.12, 5 and 8). */
import { z } from 'zod'
import { dateRangeProblem } from '../date-range.ts'
import { type LocalDate, localDateSchema } from '../time.ts'
import { invoiceMessages } from './invoice-rules.ts'

export const historyMessages = {
  startDate: invoiceMessages.startDate,
  toDate: 'To Date Is Required',
  toBeforeStart: "To Date can't be less than Start Date",
  school: invoiceMessages.school,
  empty: 'No Data Available',
} as const

/** Of an email with an invoice. */
export const DELIVERY_STATES = ['queued', 'sent', 'failed'] as const

/** The states of invoices that a search can ask for. */
export const HISTORY_STATES = [
  { id: 1, name: 'Unpaid' },
  { id: 2, name: 'Overdue' },
  { id: 3, name: 'Paid' },
  { id: 4, name: 'Replaced' },
  { id: 5, name: 'Email failed' },
] as const
export type HistoryStateId = (typeof HISTORY_STATES)[number]['id']

export const isHistoryState = (id: number): id is HistoryStateId => HISTORY_STATES.some((state) => state.id === id)

export const HISTORY_STATE_IDS = { unpaid: 1, overdue: 2, paid: 3, replaced: 4, emailFailed: 5 } as const

/** The choice of all schools, which is not the same as none. */
export const ALL_SCHOOLS = 0

export interface HistorySearch {
  providerId: number | undefined
  /** `ALL_SCHOOLS`, or undefined while none is chosen. */
  schoolId: number | undefined
  from: LocalDate | ''
  to: LocalDate | ''
  stateId: HistoryStateId | undefined
  invoiceNumber: string
}

export const NO_SEARCH: HistorySearch = {
  providerId: undefined,
  schoolId: undefined,
  from: '',
  to: '',
  stateId: undefined,
  invoiceNumber: '',
}

/** An invoice's number, and work that waits for someone, can be found without knowing the school or the dates. */
export const needsPlace = ({
  stateId,
  invoiceNumber,
}: {
  readonly stateId?: HistoryStateId | undefined
  readonly invoiceNumber: string
}): boolean =>
  invoiceNumber.trim() === '' &&
  stateId !== HISTORY_STATE_IDS.unpaid &&
  stateId !== HISTORY_STATE_IDS.overdue &&
  stateId !== HISTORY_STATE_IDS.emailFailed

const bound = z.union([z.literal(''), localDateSchema])

export const historySearchSchema = z
  .object({
    providerId: z.number().optional(),
    schoolId: z.number().optional(),
    from: bound,
    to: bound,
    stateId: z.literal(HISTORY_STATES.map(({ id }) => id)).optional(),
    invoiceNumber: z.string().trim().max(40),
  })
  .superRefine(({ schoolId, from, to, ...search }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (dateRangeProblem({ from, to }) !== undefined) refuse('to', historyMessages.toBeforeStart)
    if (!needsPlace(search)) return
    if (schoolId === undefined) refuse('schoolId', historyMessages.school)
    if (from === '') refuse('from', historyMessages.startDate)
    if (to === '') refuse('to', historyMessages.toDate)
  })
