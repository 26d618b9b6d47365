/** A district in which a random history takes place: every call goes over HTTP, at the time when it happens. */
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import { isWrite } from '#contract/writes.ts'
import { SCREEN_KEYS } from '#domain/screen-keys.ts'
import { addDays, instantOf, type LocalDate, type LocalTime, localOf } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { truncateAll } from '../database.ts'
import { addDistrict } from '../schedule.ts'
import { PEOPLE, TEST_TIME_ZONE, type TestReply, type TestRequest, type TestServer } from '../test-server.ts'
import type { Done, Event } from './events.ts'

/** A Wednesday. */
export const FIRST_DAY = '2026-09-30'

/** Who calls: an administrator, or a provider by id. */
export type Who = 'administrator' | number

const ids = z.array(z.object({ id: z.number() }))

/** Pia, who works everywhere, a daily rate type, more students, and what all three are paid. */
const addMore = async ({ pool }: Database) => {
  await pool.query(`
    insert into rate_types (id, name) values (3, 'Daily');
    insert into provider_statuses (id, title) values (2, 'On Leave'), (3, 'Terminated') on conflict do nothing;
    insert into countries (id, name) values (1, 'United States');
    insert into states (id, country_id, name, abbreviation) values (1, 1, 'Illinois', 'IL');
    insert into cities (state_id, name) values (1, 'Springfield');
    insert into providers (first_name, last_name, email, provider_type_id, status_id)
      values ('Pia', 'Other', 'pia@district.example', 1, 1);
    insert into users (email, display_name, password_hash, role_id, provider_id)
      select 'pia@district.example', 'Pia Other', password_hash, role_id, 3 from users where id = 2;
    insert into provider_schools (provider_id, school_id) values (3, 1), (3, 2), (3, 3), (1, 3), (2, 2);
    insert into students (name, gender, school_id, provider_id)
      select 'Student ' || school || provider, 'Male', school, provider
      from generate_series(1, 3) as school, generate_series(1, 3) as provider;
    insert into caseload_frequencies
      (student_id, service_id, service_frequency_id, duration_id, event_frequency_id, session_type_id)
      select id, 1, 1, 1, 1, 1 from students where id > 5;
    insert into school_service_rates (school_id, service_id, rate_type_id, rate, effective_date) values
      (1, 1, 3, 450, '2025-01-01'), (2, 1, 2, 40.1, '2026-10-05'), (2, 2, 1, 77.77, '2025-01-01'), (3, 2, 2, 33.33, '2026-10-08');
    insert into provider_rates (provider_id, rate_type_id, rate, effective_date) values
      (1, 1, 40, '2020-01-01'), (1, 3, 310, '2026-10-10'), (2, 1, 45.55, '2020-01-01'), (2, 2, 21, '2020-01-01'),
      (3, 2, 19.99, '2020-01-01');
    insert into pto_balances (provider_id, available_hours) select id, 80 from providers;
    insert into school_billing_profiles (school_id, billing_email, billing_note) values
      (1, 'bills@lincoln.example', ''), (2, 'bills@maple.example', '');
    insert into school_admin_fees (school_id, admin_fee, effective_date) values
      (1, 10, '2025-01-01'), (1, 12.5, '2026-10-22')`)
}

const openAllScreens = `
  with added as (
    insert into permissions (id, module, screen, name)
    select 1000 + at, 'Scheduling', screen, screen from unnest($1::text[]) with ordinality as keys (screen, at)
    where screen not in (select screen from permissions) returning id
  )
  insert into role_permissions (permission_id, role_id)
  select id, role from (select id from added union select id from permissions) as all_keys, unnest(array[1, 2, 3]) as role
  on conflict do nothing`

export class World {
  readonly database: Database
  readonly server: TestServer
  /** What people did so far, for those who compute it a second time. */
  readonly events: Event[] = []
  /** How often each call was accepted and refused. */
  readonly calls = new Map<EndpointName, { accepted: number; refused: number; lastRefusal: string }>()
  /** How many of them were writes that may have changed something. */
  writes = 0
  #tokens = new Map<string, string>()
  today: LocalDate = FIRST_DAY

  private constructor(database: Database, server: TestServer) {
    this.database = database
    this.server = server
  }

  static async open(database: Database, server: TestServer): Promise<World> {
    await truncateAll(database)
    server.renew()
    await addDistrict(database)
    await addMore(database)
    await database.pool.query(openAllScreens, [SCREEN_KEYS])
    const world = new World(database, server)
    world.goTo(FIRST_DAY, '08:00')
    await world.#logBeginning()
    return world
  }

  /** The rates and fees that the district begins with. */
  async #logBeginning(): Promise<void> {
    const school = { schoolId: z.number(), rate: z.string(), from: z.string() }
    const rates = await this.read(
      z.object({ ...school, serviceId: z.number(), rateTypeId: z.number() }),
      `select school_id as "schoolId", service_id as "serviceId", rate_type_id as "rateTypeId", rate,
         effective_date::text as from from school_service_rates order by id`,
    )
    for (const { rate, from, ...key } of rates) this.did({ did: 'rate a school', ...key, dated: { rate, from } })
    const paid = await this.read(
      z.object({ providerId: z.number(), rateTypeId: z.number(), rate: z.string(), from: z.string() }),
      `select provider_id as "providerId", rate_type_id as "rateTypeId", rate, effective_date::text as from
       from provider_rates order by id`,
    )
    for (const { rate, from, ...key } of paid) this.did({ did: 'rate a provider', ...key, dated: { rate, from } })
    const fees = await this.read(
      z.object(school),
      `select school_id as "schoolId", admin_fee as rate, effective_date::text as from from school_admin_fees order by id`,
    )
    for (const { rate, from, schoolId } of fees) this.did({ did: 'charge a fee', schoolId, dated: { rate, from } })
  }

  /** Time passes, never backward. */
  goTo(date: LocalDate, time: LocalTime = '12:00'): void {
    const then = instantOf(date, time, TEST_TIME_ZONE)
    if (this.server.now && then < this.server.now && date !== FIRST_DAY) return
    this.server.now = then
    this.today = date
    this.#tokens.clear()
  }

  passDays(days: number): void {
    this.goTo(addDays(this.today, days))
  }

  async #tokenOf(who: Who): Promise<string> {
    const known = this.#tokens.get(String(who))
    if (known !== undefined) return known
    const [user] =
      who === 'administrator'
        ? [{ id: PEOPLE.Administrators.userId }]
        : await this.read(ids.element, 'select id from users where provider_id = $1 order by id', [who])
    const token = await this.server.tokenOf(user?.id ?? PEOPLE.Administrators.userId)
    this.#tokens.set(String(who), token)
    return token
  }

  async call(who: Who, name: EndpointName, request: Omit<TestRequest, 'token'> = {}): Promise<TestReply> {
    const reply = await this.server.call(name, { ...request, token: await this.#tokenOf(who) })
    if (reply.status >= 500) throw new Error(`${name} ended with ${reply.status}: ${this.server.logs.slice(-2000)}`)
    const count = this.calls.get(name) ?? { accepted: 0, refused: 0, lastRefusal: '' }
    if (accepted(reply)) {
      count.accepted += 1
    } else {
      count.refused += 1
      count.lastRefusal = `${reply.statusCode} ${reply.message} ${JSON.stringify(reply.errors ?? reply.data)}`
    }
    if (isWrite(api[name]) && reply.status !== 400) this.writes += 1
    this.calls.set(name, count)
    return reply
  }

  did(what: Done): void {
    const { date, time } = localOf(this.server.time, TEST_TIME_ZONE)
    this.events.push({ ...what, at: `${date} ${time}` })
  }

  /** What is stored, for choosing what to do next. Figures are never read like this. */
  async read<Row>(row: z.ZodType<Row>, text: string, values: unknown[] = []): Promise<Row[]> {
    return z.array(row).parse((await this.database.pool.query(text, values)).rows)
  }
}

export const accepted = ({ status, statusCode }: TestReply): boolean =>
  (status === 200 || status === 201) && statusCode !== 204
