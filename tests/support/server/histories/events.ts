/** What people did in a history, in their own words: the plain log from which the figures are computed a second time. */
import type { LocalDate, LocalTime } from '#domain/time.ts'

/** A session as someone planned it. */
export interface Planned {
  readonly providerId: number
  readonly schoolId: number
  readonly serviceId: number
  /** Not chosen if a provider plans or changes it: they can't. */
  readonly rateTypeId: number | 'not chosen'
  readonly startTime: LocalTime
  readonly endTime: LocalTime
  readonly needsHours: boolean
}

/** A session after an administrator undid what its provider had changed. */
export interface PutBack extends Omit<Planned, 'rateTypeId'> {
  readonly rateTypeId: number | null
  readonly date: LocalDate
  readonly isDeleted: boolean
  readonly isAlone: boolean
  readonly isRecurring: boolean
}

/** One of a series' sessions, by the date that it was planned for. */
export interface Slot {
  readonly series: number
  readonly slot: LocalDate
}

export interface Dated {
  readonly rate: string
  readonly from: LocalDate
}

type What =
  | { did: 'plan'; series: number; session: Planned; dates: readonly LocalDate[] }
  | { did: 'update all'; series: number; from: LocalDate; until: LocalDate; session: Planned }
  | { did: 'change one'; of: Slot; date: LocalDate; session: Planned }
  | { did: 'ask for a change' | 'drop a change' | 'change the students'; of: Slot }
  | { did: 'hand over'; of: Slot; providerId: number }
  | { did: 'delete one'; of: Slot }
  | { did: 'put back'; of: Slot; is: PutBack }
  | { did: 'delete all'; series: number; from: LocalDate }
  | {
      did: 'enter hours'
      row: Row
      serviceId: { id: number; asBefore: boolean }
      startTime: string
      endTime: string
      isZero: boolean
    }
  | { did: 'drop hours'; row: Row }
  | { did: 'need hours'; of: Slot; needsHours: boolean }
  | { did: 'approve' | 'reopen'; providerId: number; date: LocalDate }
  | { did: 'lock'; lockOut: number; startDate: LocalDate; endDate: LocalDate }
  | { did: 'unlock'; lockOut: number }
  | { did: 'rate a school'; schoolId: number; serviceId: number; rateTypeId: number; dated: Dated }
  | { did: 'plan a school rate'; schoolId: number; serviceId: number; rateTypeId: number; dated: Dated }
  | { did: 'end a school rate'; schoolId: number; serviceId: number; rateTypeId: number; on: LocalDate }
  | { did: 'charge a fee'; schoolId: number; dated: Dated }
  | { did: 'correct the fee'; schoolId: number; was: LocalDate; dated: Dated }
  /** After the day, and after today. */
  | { did: 'plan a fee'; schoolId: number; after: LocalDate; dated: Dated }
  | { did: 'end the fee'; schoolId: number; on: LocalDate }
  | { did: 'keep the fee'; schoolId: number }
  | { did: 'rate a provider'; providerId: number; rateTypeId: number; dated: Dated }
  | { did: 'plan a provider rate'; providerId: number; rateTypeId: number; dated: Dated }
  | { did: 'end a provider rate'; providerId: number; rateTypeId: number; on: LocalDate }
  | { did: 'take off'; request: number; providerId: number; date: LocalDate; minutes: number }
  | { did: 'give back'; request: number }
  | { did: 'pay out'; providerId: number; hundredths: number; lastDay: LocalDate }
  | { did: 'open a correction' | 'approve a correction' | 'cancel a correction'; providerId: number; date: LocalDate }
  | { did: 'export payroll'; startDate: LocalDate; endDate: LocalDate }
  | {
      did: 'choose a rate type'
      startDate: LocalDate
      endDate: LocalDate
      providerId: number
      schoolId: number
      serviceId: number
      rateTypeId: number
    }

/** A provider's hours at a school on a day. */
export interface Row {
  readonly providerId: number
  readonly schoolId: number
  readonly date: LocalDate
}

/** With the wall clock when it was done. */
export type Event = What & { readonly at: `${LocalDate} ${LocalTime}` }
export type Done = What
