/** The people in the table of rules, and a separate stored day for each of its cells. */
import { getDayToReject } from '#contract/day.ts'
import { isUnderCorrection, PROVIDER_DAY_STATES, type ProviderDayState } from '#domain/provider-day.ts'
import type { RoleName } from '#domain/roles.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import { type DayKey, dayEntity } from '#server/areas/provider-days/provider-days.ts'
import type { Database } from '#server/db/database.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { occurrenceEdits } from '#server/db/schema/schedule.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { users } from '#server/db/schema/users.ts'
import { DAY_ACTIONS, type DayAction, type RuleDay } from './day-rules.ts'
import { addDistrict, addSession, afterwards, CASELOAD_IDS, TEST_NOW } from './schedule.ts'
import { PEOPLE, type TestServer } from './test-server.ts'

interface Person {
  /** 0 means signed out. */
  userId: number
  role: RoleName | undefined
  /** The provider whose day they act on. */
  providerId: 1 | 2
  /** Another provider's. */
  isOther?: boolean
}

export const BEN = 4
const PIA = 5

export const WHO = {
  Administrators: { userId: PEOPLE.Administrators.userId, role: 'Administrators', providerId: 1 },
  'Providers, their own day': { userId: PEOPLE.Providers.userId, role: 'Providers', providerId: 1 },
  "Providers, another's day": { userId: PIA, role: 'Providers', providerId: 1, isOther: true },
  'SpecialProvider, their own day': { userId: PEOPLE.SpecialProvider.userId, role: 'SpecialProvider', providerId: 2 },
  'signed out': { userId: 0, role: undefined, providerId: 1 },
} as const satisfies Record<string, Person>
export type Who = keyof typeof WHO
export const PERSONS = Object.keys(WHO) as Who[]

export interface Cell {
  action: DayAction
  state: ProviderDayState
  who: Who
}

const CELLS: readonly Cell[] = DAY_ACTIONS.flatMap((action) =>
  PROVIDER_DAY_STATES.flatMap((state) => PERSONS.map((who) => ({ action, state, who }))),
)

/** Actions that need separate sessions have three days each after the long series. */
const isApart = ({ action: { needs } }: Cell) => needs === 'series' || needs === 'session to move'
const SHARED = CELLS.filter((cell) => !isApart(cell))
const APART = CELLS.filter(isApart)
const FIRST_DAY = '2026-12-01'
const FIRST_DAY_APART = '2030-01-01'
/** A series lasts at most two years. */
const DAYS_AT_ONCE = 600

const EVERY_DAY = { type: 'daily', option: 'everyNDays', everyNDays: 1 } as const

/** Each provider's students at Lincoln: two who are in the sessions, and one who is not. */
const CASELOADS = {
  1: { inSession: [CASELOAD_IDS.ana, CASELOAD_IDS.bo], other: 7 },
  2: { inSession: [CASELOAD_IDS.dora, 6], other: 8 },
} as const

/** Ben, a second administrator; Pia, another provider; and three more students. */
const addMorePeople = async ({ db }: Database) => {
  const [ada, paul] = await db.select({ roleId: users.roleId }).from(users).orderBy(users.id)
  const pia = { firstName: 'Pia', lastName: 'Other', email: 'pia@district.example', providerTypeId: 1, statusId: 1 }
  await db.insert(providers).values(pia)
  await db.insert(providerSchools).values({ providerId: 3, schoolId: 1 })
  const passwordHash = 'none'
  await db.insert(users).values([
    { email: 'ben@district.example', displayName: 'Ben Boss', passwordHash, roleId: ada?.roleId ?? 0 },
    { email: pia.email, displayName: 'Pia Other', passwordHash, roleId: paul?.roleId ?? 0, providerId: 3 },
  ])
  const student = (name: string, providerId: number) => ({ name, gender: 'Female', schoolId: 1, providerId })
  await db.insert(students).values([student('Fay Two', 2), student('Gus One', 1), student('Hal Two', 2)])
  const frequency = { serviceId: 1, serviceFrequencyId: 1, durationId: 1, eventFrequencyId: 1, sessionTypeId: 1 }
  await db.insert(caseloadFrequencies).values([6, 7, 8].map((studentId) => ({ ...frequency, studentId })))
}

/** Whether a stored day in this state has hours that are not confirmed. */
export const hasUnconfirmedHours = (state: ProviderDayState): boolean =>
  state === 'open' || state === 'rejected' || state === 'correcting'

/** A district with a day for each cell of the table, so that cells don't affect each other. */
export class RuleDays {
  readonly #database: Database
  readonly #server: TestServer
  readonly #tokens = new Map<number, string>()
  #emptyDays = 0

  private constructor(database: Database, server: TestServer) {
    this.#database = database
    this.#server = server
  }

  static async open(database: Database, server: TestServer): Promise<RuleDays> {
    server.now = TEST_NOW
    await addDistrict(database)
    await addMorePeople(database)
    const days = new RuleDays(database, server)
    for (const { userId } of Object.values(WHO)) {
      if (userId > 0) days.#tokens.set(userId, await server.tokenOf(userId))
    }
    // One session on every day, so that one call adds hundreds.
    for (let from = 0; from < SHARED.length; from += DAYS_AT_ONCE) {
      const last = Math.min(from + DAYS_AT_ONCE, SHARED.length) - 1
      const span = { date: addDays(FIRST_DAY, from), endDate: addDays(FIRST_DAY, last), rule: EVERY_DAY }
      for (const providerId of [1, 2] as const) await days.#addSession(providerId, span)
    }
    return days
  }

  /** No token if signed out. */
  tokenOf(who: Who): { token?: string } {
    const token = this.#tokens.get(WHO[who].userId)
    return token === undefined ? {} : { token }
  }

  #addSession(providerId: 1 | 2, form: Parameters<typeof addSession>[2]) {
    const owner = providerId === 1 ? 'Providers, their own day' : 'SpecialProvider, their own day'
    const { token = '' } = this.tokenOf(owner)
    return addSession(this.#server, token, { caseloadIds: [...CASELOADS[providerId].inSession], ...form })
  }

  async #query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return (await this.#database.pool.query(text, values)).rows
  }

  /** The cell's day, stored in the cell's state. */
  async prepare(cell: Cell): Promise<RuleDay> {
    const { action, state, who } = cell
    const { providerId } = WHO[who]
    const date = isApart(cell)
      ? addDays(FIRST_DAY_APART, 1 + 3 * APART.findIndex((other) => isSameCell(other, cell)))
      : addDays(
          FIRST_DAY,
          SHARED.findIndex((other) => isSameCell(other, cell)),
        )
    const dayAfter = addDays(date, 1)
    if (action.needs === 'series')
      await this.#addSession(providerId, { date: addDays(date, -1), endDate: dayAfter, rule: EVERY_DAY })
    if (action.needs === 'session to move') await this.#addSession(providerId, { date: dayAfter })
    await this.storeDay({ providerId, date }, state)
    const timesheetId = await this.#storeHours({ providerId, date }, state)
    const sessionOn = action.needs === 'session to move' ? dayAfter : date
    const [session] = await this.#query(
      `select o.id, o.schedule_event_id as series, o.version, min(s.id) as place from occurrences o
       join occurrence_students s on s.occurrence_id = o.id where o.provider_id = $1 and o.date = $2 group by o.id`,
      [providerId, sessionOn],
    )
    const { inSession, other: otherCaseloadId } = CASELOADS[providerId]
    const occurrenceId = Number(session?.id)
    if (action.needs === 'waiting change') await this.#askForChange(occurrenceId, providerId, date)
    return {
      date,
      providerId,
      state,
      occurrenceId,
      seriesId: Number(session?.series),
      version: String(session?.version),
      placeId: Number(session?.place),
      timesheetId,
      hoursKey: action.call === 'rejectDays' ? await this.#hoursKey({ providerId, date }) : '',
      otherCaseloadId,
      caseloadIds: [...inSession],
    }
  }

  /** Empty if the day can't be rejected. */
  async #hoursKey(day: DayKey): Promise<string> {
    const { token = '' } = this.tokenOf('Administrators')
    const { data } = await afterwards(this.#server, token, day, (later) =>
      this.#server.call('getDayToReject', { token: later, body: day }),
    )
    return getDayToReject.data.safeParse(data).data?.entityCacheKey ?? ''
  }

  /** An empty day that no cell uses. */
  nextEmptyDay(): LocalDate {
    this.#emptyDays += 1
    return addDays('2031-01-01', this.#emptyDays)
  }

  async stateOf({ providerId, date }: DayKey): Promise<unknown> {
    const found = await this.#query('select state from provider_days where provider_id = $1 and date = $2', [
      providerId,
      date,
    ])
    return found[0]?.state
  }

  /** The day's entries in the transition log. */
  movesOf(day: DayKey) {
    return this.#query(
      'select user_id, from_state, event, to_state from transition_log where entity = $1 order by id',
      [dayEntity(day)],
    )
  }

  async storeDay({ providerId, date }: DayKey, state: ProviderDayState): Promise<void> {
    const approval = {
      open: 0,
      confirmed: 0,
      rejected: 2,
      approved: 1,
      reopened: 0,
      locked: 1,
      correcting: 0,
      corrected: 0,
    }[state]
    await this.#query(
      `insert into provider_days (provider_id, date, state, approval_status, decided_by_id) values ($1, $2, $3, $4, $5)
       on conflict (provider_id, date) do update set
         state = excluded.state, approval_status = excluded.approval_status, decided_by_id = excluded.decided_by_id`,
      [providerId, date, state, approval, state === 'reopened' || approval > 0 ? BEN : null],
    )
    if (isUnderCorrection(state)) {
      const correction = state === 'corrected' ? 'confirmed' : 'opened'
      const day = { hours: [], pay: [] }
      await this.#query(
        `insert into day_corrections (provider_id, date, state, reason, opened_by_id, opened_at, school_ids, before, rows_before)
         values ($1, $2, $3, 'The school called', $4, $5, '{1}', $6, '{}')`,
        [providerId, date, correction, BEN, TEST_NOW, JSON.stringify(day)],
      )
    }
  }

  async #storeHours({ providerId, date }: DayKey, state: ProviderDayState): Promise<number> {
    const [hours] = await this.#query(
      `insert into timesheets (provider_id, school_id, date, start_time, end_time, service_id, confirmed_at)
       values ($1, 1, $2, '09:00', '09:45', 1, $3) returning id`,
      [providerId, date, hasUnconfirmedHours(state) ? null : TEST_NOW],
    )
    return Number(hours?.id)
  }

  async #askForChange(occurrenceId: number, providerId: 1 | 2, date: LocalDate) {
    const form = {
      mode: 'advance' as const,
      eventName: 'Asked for',
      providerId,
      date,
      startTime: '13:00',
      endTime: '13:45',
      schoolId: 1,
      serviceId: 1,
      rateTypeId: null,
      colourCode: '#90EE90',
      isTimesheetReq: true,
      caseloadIds: [...CASELOADS[providerId].inSession],
      rule: { type: 'none' as const },
      endDate: date,
    }
    await this.#database.db
      .insert(occurrenceEdits)
      .values({ occurrenceId, form, requestedById: PEOPLE.Providers.userId })
  }

  /** Every row of the day and its session, with their log entries. */
  async rowsOf({ providerId, date, occurrenceId }: RuleDay): Promise<Record<string, unknown>> {
    const [rows] = await this.#query(
      `with of_day as (select * from occurrences where id = $3 or (provider_id = $1 and date = $2))
       select
         (select json_agg(o order by o.id) from of_day o) as sessions,
         (select json_agg(s order by s.id) from occurrence_students s
           where s.occurrence_id in (select id from of_day)) as students,
         (select json_agg(e) from occurrence_edits e where e.occurrence_id in (select id from of_day)) as edits,
         (select json_agg(t) from timesheets t where provider_id = $1 and date = $2) as hours,
         (select json_agg(d) from provider_days d where provider_id = $1 and date = $2) as days,
         (select json_agg(n) from day_notes n where provider_id = $1 and date = $2) as notes,
         (select json_agg(h) from hours_explanations h where provider_id = $1 and date = $2) as explanations,
         (select json_agg(l order by l.id) from transition_log l where (machine, entity) in (
           select 'provider-day', $4::text union all select 'occurrence', id::text from of_day)) as log`,
      [providerId, date, occurrenceId, dayEntity({ providerId, date })],
    )
    return rows ?? {}
  }
}

const isSameCell = (a: Cell, b: Cell) => a.action === b.action && a.state === b.state && a.who === b.who
