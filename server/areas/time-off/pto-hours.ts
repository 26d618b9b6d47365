/**
 * Providers' remaining hours of time off, as administrators see and set them. A sheet sets the hours, all rows or none.
 */

import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { ptoHoursMessages, type StaleHours, type UploadedHours } from '#contract/pto-hours.ts'
import { formatHours, hoursOf, hundredthsOf } from '#domain/hours.ts'
import { LARGEST_ID } from '#domain/row-id.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { isEmployed, providerName } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import { providers } from '#server/db/schema/providers.ts'
import { ptoBalanceEntries, ptoBalances } from '#server/db/schema/time-off.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { plainName } from '#server/documents/plain-name.ts'
import { SheetRefusal } from '#server/documents/sheet.ts'
import {
  atLine,
  hoursCell,
  numberCell,
  type ReadCell,
  readTable,
  type TableColumn,
  type TableRow,
  textCell,
  toldProblems,
} from '#server/documents/sheet-table.ts'
import { readSpreadsheet, writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { done, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { seenKey } from '#server/http/seen-key.ts'
import { type Balances, changeBalances, lockBalances } from './balances.ts'

/** More than a year of full-time work must be a typo. */
const MAX_HOURS = 2080

/** The most that a balance can be stored as; what may be typed is decided with the balance at hand. */
const LARGEST_BALANCE = 99_999

const DOWNLOADED_TITLE = 'Hours When Downloaded'
const ROLE_TITLE = 'Provider Role'

interface HoursValues {
  readonly providerId: number
  readonly providerName: string
  readonly hours: number
  /** Undefined if the file doesn't say. */
  readonly downloaded: number | undefined
}

const anyHours = hoursCell({ min: -LARGEST_BALANCE, max: LARGEST_BALANCE })

const downloadedHours: ReadCell<number | undefined> = (cell, shown) =>
  cell === undefined ? { value: undefined } : anyHours(cell, shown)

const columns = {
  providerId: { title: 'ID', read: numberCell({ min: 1, max: LARGEST_ID, decimals: 0 }) },
  providerName: { title: 'Provider Name', read: textCell(200), isOptional: true },
  hours: { title: 'Available Hours', read: anyHours },
  /** What the row was made from. It is a column so that it stays with its row through sorting, other programs and .csv. */
  downloaded: {
    title: DOWNLOADED_TITLE,
    isOptional: true,
    read: downloadedHours,
  },
} satisfies { readonly [Key in keyof HoursValues]: TableColumn<HoursValues[Key]> }

type HoursRow = TableRow<HoursValues>

/** The name of the provider's role; providers who can't sign in yet count as Providers. */
const role = sql<string>`coalesce((select ${roles.name} from ${users} join ${roles} on ${roles.id} = ${users.roleId}
  where ${users.providerId} = ${providers.id} order by ${users.id} limit 1), 'Providers')`

/** Someone who has left is listed until their balance is settled. */
const isListed = (today: LocalDate) => or(isEmployed(today), ne(ptoBalances.availableHours, '0.00'))

/** By name. */
const readHours = (db: Db | Tx, today: LocalDate, which?: SQL) =>
  db
    .select({
      id: providers.id,
      providerName,
      role,
      availableHours: sql<string>`coalesce(${ptoBalances.availableHours}, 0.00)`,
      hasLeft: sql<boolean>`not ${isEmployed(today)}`,
      lastDay: providers.termDate,
      entityCacheKey: sql<string>`coalesce(${ptoBalances.version}, 0)::text`,
    })
    .from(providers)
    .leftJoin(ptoBalances, eq(ptoBalances.providerId, providers.id))
    .where(which)
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

const refuse = (problems: readonly string[]) => new Refusal(406, ptoHoursMessages.refused, { data: problems })

async function readRows(bytes: Uint8Array, left: AbortSignal) {
  try {
    return readTable(await readSpreadsheet(bytes, {}, undefined, left), columns)
  } catch (error) {
    throw error instanceof SheetRefusal ? refuse([error.message]) : error
  }
}

const lineOf = (problem: string) => Number(/^Row (\d+)/.exec(problem)?.[1] ?? 0)

/** By provider, the balances before time off was last accepted or returned, in hundredths of an hour. */
async function earlierBalances(tx: Tx, providerIds: readonly number[]): Promise<ReadonlyMap<number, Set<number>>> {
  const { rows } = await tx.execute<{ provider_id: number; balance: string }>(sql`
    select distinct entry.provider_id, (entry.balance_after - entry.change)::text as balance
    from ${ptoBalanceEntries} entry
    join (select provider_id, max(id) as id from ${ptoBalanceEntries}
      where provider_id = any(${sql.param(providerIds)}::int[]) and kind <> 'upload' group by provider_id) moved
      on moved.provider_id = entry.provider_id and entry.id <= moved.id`)
  const found = new Map<number, Set<number>>()
  for (const { provider_id: providerId, balance } of rows) {
    found.set(providerId, (found.get(providerId) ?? new Set()).add(hundredthsOf(balance)))
  }
  return found
}

/** A row beside the provider's balance; all in hundredths of an hour. */
interface ComparedRow {
  readonly row: HoursRow
  readonly hours: number
  readonly downloaded: number | undefined
  readonly current: number
}

const inHundredths = (value: number) => hundredthsOf(value.toFixed(2))

const comparedRows = (rows: readonly HoursRow[], balances: Balances): ComparedRow[] =>
  rows.map((row) => {
    const { providerId, hours, downloaded } = row.values
    const balance = balances.get(providerId)
    if (!balance) throw new RangeError(`The balance of provider ${providerId} was not locked`)
    return {
      row,
      hours: inHundredths(hours),
      downloaded: downloaded === undefined ? undefined : inHundredths(downloaded),
      current: balance.available,
    }
  })

/** Whether someone has typed the hours: they are neither the provider's nor the downloaded ones. */
const isTyped = ({ hours, downloaded, current }: ComparedRow) => hours !== current && hours !== downloaded

/** Accepted time off may leave a negative balance. A sheet may repeat or raise it, but neither make nor lower one. */
function problemOfHours(compared: ComparedRow): string | undefined {
  const { row, hours, current } = compared
  if (!isTyped(compared)) return undefined
  const shown = `Available Hours '${formatHours(hours)}'`
  if (hours > MAX_HOURS * 100) return atLine(row.line, `${shown} is more than ${MAX_HOURS}.`)
  if (hours >= Math.min(0, current)) return undefined
  const least = current < 0 ? `the balance of ${formatHours(current)}` : '0'
  return atLine(row.line, `${shown} is less than ${least}.`)
}

const staleOf = ({ row, hours, downloaded, current }: ComparedRow, names: ReadonlyMap<number, string>): StaleHours => ({
  line: row.line,
  providerId: row.values.providerId,
  providerName: names.get(row.values.providerId) ?? row.values.providerName,
  downloadedHours: downloaded === undefined ? null : hoursOf(downloaded),
  currentHours: hoursOf(current),
  fileHours: hoursOf(hours),
  isEdited: hours !== downloaded,
})

const keyOf = (stale: readonly StaleHours[]) => (stale.some(({ isEdited }) => isEdited) ? seenKey(stale) : '')

/**
 * Whether a row would undo what has happened to the balance since its file was made. A file that doesn't say what it was
 * made from is taken to be old where a row repeats a balance from before the last accepted or returned time off.
 */
const isStale = (
  { row, hours, downloaded, current }: ComparedRow,
  earlier: ReadonlyMap<number, ReadonlySet<number>>,
): boolean => {
  if (hours === current) return false
  if (downloaded !== undefined) return downloaded !== current
  return earlier.get(row.values.providerId)?.has(hours) === true
}

export const ptoHoursHandlers: HandlersOf<'getAdminPtosAvailableHours' | 'uploadPtoHours' | 'getSamplePtoFile'> = {
  getAdminPtosAvailableHours: async ({ query, db, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const { providerIds, providerName: words = '' } = query
    const { limit, offset } = rangeOf(query)
    const which = and(
      isListed(today),
      providerIds.length > 0 ? inArray(providers.id, providerIds) : undefined,
      hasWords(words, providerName),
    )
    const rows = await readHours(db, today, which).limit(limit).offset(offset)
    const counted = await db
      .select({ total: sql<number>`count(*)::int` })
      .from(providers)
      .leftJoin(ptoBalances, eq(ptoBalances.providerId, providers.id))
      .where(which)
    return replyPage(query, rows, requireCount(counted))
  },

  uploadPtoHours: async ({ file, body, db, user, now, timeZone, left }) => {
    const today = localOf(now, timeZone).date
    const { rows, count, unused, problems } = await readRows(file.bytes, left())
    const uploaded = await db.transaction(async (tx): Promise<UploadedHours> => {
      const known = await tx
        .select({ id: providers.id, providerName, isHere: sql<boolean>`${isEmployed(today)}` })
        .from(providers)
      const names = new Map(known.map(({ id, providerName: name }) => [id, name]))
      const gone = new Set(known.flatMap(({ id, isHere }) => (isHere ? [] : id)))
      const isGone = ({ values }: HoursRow) => gone.has(values.providerId)
      const ids = rows.filter((row) => !isGone(row)).map(({ values }) => values.providerId)
      const balances = await lockBalances(
        tx,
        ids.filter((id) => names.has(id)),
      )
      const compared = comparedRows(
        rows.filter(({ values }) => balances.has(values.providerId)),
        balances,
      )
      const outOfRange = new Map(
        compared.flatMap((row) => {
          const problem = problemOfHours(row)
          return problem === undefined ? [] : [[row.row, problem]]
        }),
      )
      const inRange = rows.filter((row) => !outOfRange.has(row))
      const all = [...problems, ...outOfRange.values(), ...problemsOf(inRange, names)]
      if (all.length > 0) {
        const sorted = all.sort((a, b) => lineOf(a) - lineOf(b))
        throw refuse(count === 0 ? sorted : [...toldProblems(sorted), `The file has ${counted(count, 'row')}.`])
      }
      const earlier = await earlierBalances(tx, ids)
      const late = compared.filter((row) => isStale(row, earlier))
      const stale = late.map((row) => staleOf(row, names))
      const isConfirmed = body.key !== undefined && body.key !== '' && body.key === keyOf(stale)
      const changes = compared
        .filter(({ hours, current }) => hours !== current)
        .filter((row) => !late.includes(row) || (isConfirmed && isTyped(row)))
        .map(({ row, hours }) => ({
          kind: 'upload' as const,
          providerId: row.values.providerId,
          available: hours,
          source: file.name,
        }))
      await changeBalances(tx, balances, changes, { userId: user.userId, now })
      const left = isConfirmed ? stale.filter(({ isEdited }) => !isEdited) : stale
      return {
        rows: count,
        changed: changes.length,
        // Their hours are settled, not set.
        gone: rows.filter(isGone).map(({ line, values }) => ({
          line,
          providerName: names.get(values.providerId) ?? values.providerName,
        })),
        stale: left,
        key: keyOf(left),
        unused: unused.filter((title) => plainName(title) !== plainName(ROLE_TITLE)),
      }
    })
    return done(uploaded, ptoHoursMessages.uploaded)
  },

  getSamplePtoFile: async ({ db, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const rows = await readHours(db, today, isEmployed(today))
    const bytes = await writeSpreadsheet({
      name: 'PTO Hours',
      columns: [
        { title: columns.providerId.title, width: 8 },
        { title: columns.providerName.title, width: 32 },
        { title: ROLE_TITLE, width: 18 },
        { title: columns.hours.title, width: 16, format: '0.00' },
        { title: DOWNLOADED_TITLE, width: 24, format: '0.00' },
      ],
      rows: rows.map(({ id, providerName: name, role: roleName, availableHours }) => {
        const hours = hundredthsOf(availableHours) / 100
        return [id, name, roleName, hours, hours]
      }),
    })
    return new FileReply(bytes, 'SampleFile.xlsx')
  },
}
