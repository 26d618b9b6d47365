/**
 * Providers' remaining hours of time off, as administrators see and set them. A sheet sets the hours, all rows or none.
 */

import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { ptoHoursMessages } from '#contract/pto-hours.ts'
import { hundredthsOf } from '#domain/hours.ts'
import { LARGEST_ID } from '#domain/row-id.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { containing } from '#server/db/containing.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { isEmployed, providerName } from '#server/db/providers.ts'
import { providers, ptoBalances, roles, users } from '#server/db/schema.ts'
import { plainName } from '#server/documents/plain-name.ts'
import { SheetRefusal } from '#server/documents/sheet.ts'
import {
  atLine,
  hoursCell,
  numberCell,
  readTable,
  type TableRow,
  textCell,
  toldProblems,
} from '#server/documents/sheet-table.ts'
import { readSpreadsheet, writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { done, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { changeBalances, lockBalances } from './balances.ts'

/** More than a year of full-time work must be a typo. */
const MAX_HOURS = 2080

const columns = {
  providerId: { title: 'ID', read: numberCell({ min: 1, max: LARGEST_ID, decimals: 0 }) },
  providerName: { title: 'Provider Name', read: textCell(200), isOptional: true },
  hours: { title: 'Available Hours', read: hoursCell({ min: 0, max: MAX_HOURS }) },
}

type HoursRow = TableRow<{ providerId: number; providerName: string; hours: number }>

/** The name of the provider's role; providers who can't sign in yet count as Providers. */
const role = sql<string>`coalesce((select ${roles.name} from ${users} join ${roles} on ${roles.id} = ${users.roleId}
  where ${users.providerId} = ${providers.id} order by ${users.id} limit 1), 'Providers')`

/** Providers who have not left, by name. */
const readHours = (db: Db | Tx, today: LocalDate, which?: SQL) =>
  db
    .select({
      id: providers.id,
      providerName,
      role,
      availableHours: sql<string>`coalesce(${ptoBalances.availableHours}, 0.00)`,
    })
    .from(providers)
    .leftJoin(ptoBalances, eq(ptoBalances.providerId, providers.id))
    .where(and(isEmployed(today), which))
    .orderBy(asc(providers.lastName), asc(providers.firstName), asc(providers.id))

/** Problems between rows that are valid on their own. */
function problemsOf(rows: readonly HoursRow[], names: ReadonlyMap<number, string>): string[] {
  const firstLines = new Map<number, number>()
  const problems: string[] = []
  for (const { line, values } of rows) {
    const { providerId, providerName: written } = values
    const name = names.get(providerId)
    const earlier = firstLines.get(providerId)
    if (name === undefined) problems.push(atLine(line, `No provider has the ID ${providerId}.`))
    else if (earlier !== undefined)
      problems.push(atLine(line, `${name} (ID ${providerId}) is already in row ${earlier}.`))
    else if (written !== '' && plainName(written) !== plainName(name)) {
      problems.push(atLine(line, `ID ${providerId} is ${name}, not ${written}.`))
    }
    if (earlier === undefined) firstLines.set(providerId, line)
  }
  return problems
}

const refuse = (problems: readonly string[]) =>
  new Refusal(406, ptoHoursMessages.refused, { data: toldProblems(problems) })

async function readRows(bytes: Uint8Array) {
  try {
    return readTable(await readSpreadsheet(bytes), columns)
  } catch (error) {
    throw error instanceof SheetRefusal ? refuse([error.message]) : error
  }
}

const lineOf = (problem: string) => Number(/^Row (\d+)/.exec(problem)?.[1] ?? 0)

export const ptoHoursHandlers: HandlersOf<'getAdminPtosAvailableHours' | 'uploadPtoHours' | 'getSamplePtoFile'> = {
  getAdminPtosAvailableHours: async ({ query, db, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const { providerIds, providerName: words = '' } = query
    const { limit, offset } = rangeOf(query)
    const which = and(
      providerIds.length > 0 ? inArray(providers.id, providerIds) : undefined,
      words.trim() ? sql`${providerName} ilike ${containing(words.trim())}` : undefined,
    )
    const rows = await readHours(db, today, which).limit(limit).offset(offset)
    return replyPage(query, rows, await db.$count(providers, and(isEmployed(today), which)))
  },

  uploadPtoHours: async ({ file, db, user, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const { rows, problems } = await readRows(file.bytes)
    const changed = await db.transaction(async (tx) => {
      const known = await tx.select({ id: providers.id, providerName }).from(providers).where(isEmployed(today))
      const names = new Map(known.map(({ id, providerName: name }) => [id, name]))
      const all = [...problems, ...problemsOf(rows, names)]
      if (all.length > 0) throw refuse(all.sort((a, b) => lineOf(a) - lineOf(b)))
      const balances = await lockBalances(
        tx,
        rows.map(({ values }) => values.providerId),
      )
      const changes = rows
        .map(({ values: { providerId, hours } }) => ({ providerId, available: hundredthsOf(hours.toFixed(2)) }))
        .filter(({ providerId, available }) => balances.get(providerId)?.available !== available)
        .map((change) => ({ kind: 'upload' as const, ...change, source: file.name }))
      await changeBalances(tx, balances, changes, { userId: user.userId, now })
      return changes.length
    })
    return done({ rows: rows.length, changed }, ptoHoursMessages.uploaded)
  },

  getSamplePtoFile: async ({ db, now, timeZone }) => {
    const rows = await readHours(db, localOf(now, timeZone).date)
    const bytes = await writeSpreadsheet({
      name: 'PTO Hours',
      columns: [
        { title: 'ID', width: 8 },
        { title: 'Provider Name', width: 32 },
        { title: 'Provider Role', width: 18 },
        { title: 'Available Hours', width: 16, format: '0.00' },
      ],
      rows: rows.map(({ id, providerName: name, role: roleName, availableHours }) => [
        id,
        name,
        roleName,
        hundredthsOf(availableHours) / 100,
      ]),
    })
    return new FileReply(bytes, 'SampleFile.xlsx')
  },
}
