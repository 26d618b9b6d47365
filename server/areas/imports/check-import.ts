/** Validates every row of a file against the form's rules and the database; writes nothing. */

import type { RowProblem } from '#contract/imports.ts'
import type { Queryable } from '#server/db/database.ts'
import { requireAt } from '#server/db/require-one.ts'
import { plainName } from '#server/documents/plain-name.ts'
import { seenKey } from '#server/http/seen-key.ts'
import type { ImportColumn, ImportDefinition, Occasion, ReportProblem } from './import-definition.ts'

import type { ReadLine } from './read-import.ts'

export interface CheckedImport<Form> {
  /** One per record without a problem. */
  readonly forms: readonly Form[]
  readonly goodRows: number
  /** Records that can be sent an invitation. */
  readonly invitations: number
  /** By row, then by column; problems of whole rows come last. */
  readonly problems: readonly RowProblem[]
  /** A hash of everything that would be written and reported. */
  readonly key: string
}

const MAX_SHOWN_LENGTH = 60

/** What a secret cell is shown as, if it is not empty. */
export const HIDDEN = '•••'

const shownIn = ({ isSecret }: ImportColumn, text: string): string =>
  isSecret && text !== '' ? HIDDEN : text.slice(0, MAX_SHOWN_LENGTH)

const duplicateOf = (line: number) => `Duplicate of row ${line}.`

/** The field's path as columns name it: 'schoolContacts.*.fax'. */
const fieldOf = (path: readonly PropertyKey[]) =>
  path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.')

const isShared = ({ fields }: ImportColumn) => !fields.some((field) => field.includes('*'))

/** The rows of each record, ordered by first row. */
function groupLines<Name extends string>(
  lines: readonly ReadLine<Name>[],
  recordOf: ((line: ReadLine<Name>) => string | undefined) | undefined,
): ReadLine<Name>[][] {
  const records: ReadLine<Name>[][] = []
  const known = new Map<string, ReadLine<Name>[]>()
  for (const line of lines) {
    const key = recordOf?.(line)
    const earlier = key === undefined ? undefined : known.get(key)
    if (earlier) {
      earlier.push(line)
      continue
    }
    const record = [line]
    records.push(record)
    if (key !== undefined) known.set(key, record)
  }
  return records
}

class RecordProblems<Name extends string> {
  readonly #lines: readonly ReadLine<Name>[]
  readonly #columns: Readonly<Record<Name, ImportColumn>>
  readonly #quiet = new Set<string>()
  readonly #reported = new Map<string, { row: number; place: number; problem: RowProblem }>()

  constructor(lines: readonly ReadLine<Name>[], columns: Readonly<Record<Name, ImportColumn>>) {
    this.#lines = lines
    this.#columns = columns
  }

  readonly report: ReportProblem<Name> = (row, column, problem) => {
    const { line, texts } = this.#lines[row] ?? { line: 0, texts: undefined }
    const key = `${row} ${column}`
    if (this.#reported.has(key) || this.#quiet.has(key)) return
    if (problem === '') {
      this.#quiet.add(key)
      return
    }
    const value = shownIn(this.#columns[column], texts?.[column] ?? '')
    const place = Object.keys(this.#columns).indexOf(column)
    this.#reported.set(key, { row, place, problem: { line, column: this.#columns[column].title, value, problem } })
  }

  /** A row whose cells are unclear: what they say is not reported as well. */
  readonly reportRow = (row: number, problem: string): void => {
    const line = this.#lines[row]?.line
    if (line === undefined) throw new RangeError(`The record has no row ${row}`)
    this.#reported.set(`${row}`, { row, place: -1, problem: { line, column: '', value: '', problem } })
    for (const column of Object.keys(this.#columns)) this.#quiet.add(`${row} ${column}`)
  }

  get isClean(): boolean {
    return this.#reported.size === 0
  }

  /** Includes an entry for each valid row that is skipped because of another row of its record. */
  list(noun: string): RowProblem[] {
    const reported = [...this.#reported.values()].sort((a, b) => a.row - b.row || a.place - b.place)
    const [first] = reported
    if (!first) return []
    const wrong = new Set(reported.map(({ row }) => row))
    const withOthers = this.#lines.flatMap(({ line }, row) =>
      wrong.has(row)
        ? []
        : [
            {
              line,
              column: '',
              value: '',
              problem: `Skipped: row ${first.problem.line} of the same ${noun} has a problem.`,
            },
          ],
    )
    return [...reported.map(({ problem }) => problem), ...withOthers]
  }
}

/** Later rows of a record must not contradict the first row's shared values. */
function requireAlike<Name extends string>(
  lines: readonly ReadLine<Name>[],
  { columns, noun }: { columns: Readonly<Record<Name, ImportColumn>>; noun: string },
  report: ReportProblem<Name>,
): void {
  const [first, ...others] = lines
  if (!first) return
  const shared = (Object.keys(columns) as Name[]).filter((name) => isShared(columns[name]))
  for (const [index, { texts }] of others.entries()) {
    for (const name of shared) {
      if (texts[name] !== '' && plainName(texts[name]) !== plainName(first.texts[name])) {
        const firstValue = shownIn(columns[name], first.texts[name])
        const words = firstValue === '' ? 'leaves this empty' : `says '${firstValue}'`
        report(index + 1, name, `Row ${first.line} of the same ${noun} ${words}.`)
      }
    }
  }
}

/** Each further row of a record must add something new. */
function refuseRepeated<Name extends string>(
  lines: readonly ReadLine<Name>[],
  { columns, identity }: { columns: Readonly<Record<Name, ImportColumn>>; identity: { column: Name } },
  report: ReportProblem<Name>,
): void {
  const own = (Object.keys(columns) as Name[]).filter((name) => !isShared(columns[name]))
  const seen = new Map<string, number>()
  for (const [row, { line, texts }] of lines.entries()) {
    const key = own.map((name) => plainName(texts[name])).join('\u0000')
    const isBlank = own.every((name) => plainName(texts[name]) === '')
    const earlier = isBlank && row > 0 ? lines[0]?.line : seen.get(key)
    if (earlier !== undefined) report(row, identity.column, duplicateOf(earlier))
    else if (!isBlank) seen.set(key, line)
  }
}

/** The column and row of a validation issue; the first column if no column has its field. */
function placeOfIssue<Name extends string>(
  path: readonly PropertyKey[],
  columns: Readonly<Record<Name, ImportColumn>>,
  rowsOf: Readonly<Record<string, readonly number[]>>,
): { row: number; column: Name } {
  const names = Object.keys(columns) as Name[]
  const field = fieldOf(path)
  const column = names.find((name) => columns[name].fields.includes(field)) ?? names[0]
  if (column === undefined) throw new Error('An import must have columns')
  const depth = path.findIndex((part) => typeof part === 'number')
  const row = depth < 0 ? undefined : rowsOf[fieldOf(path.slice(0, depth))]?.[Number(path[depth])]
  return { row: row ?? 0, column }
}

/** Validates the rows of a file against the form's rules and the current database. */
export async function checkImport<Name extends string, Facts, Form>(
  definition: ImportDefinition<Name, Facts, Form>,
  lines: readonly ReadLine<Name>[],
  db: Queryable,
  occasion: Occasion,
): Promise<CheckedImport<Form>> {
  const { columns, identity, noun } = definition
  const facts = await definition.loadFacts(db, lines, occasion)
  const schema = definition.schema(occasion)
  const forms: Form[] = []
  const problems: RowProblem[] = []
  const firstLines = new Map<string, number>()
  let goodRows = 0
  for (const record of groupLines(lines, definition.recordOf)) {
    const found = new RecordProblems(record, columns)
    const { report } = found
    for (const [row, { faults, problem: unclear }] of record.entries()) {
      if (unclear !== undefined) found.reportRow(row, unclear)
      for (const { column, problem } of faults) report(row, column, problem)
    }
    requireAlike(record, definition, report)
    refuseRepeated(record, definition, report)
    const { values, rowsOf = {} } = definition.toForm(record, facts, report)
    const parsed = schema.safeParse(values)
    for (const { path, message } of parsed.error?.issues ?? []) {
      const { row, column } = placeOfIssue(path, columns, rowsOf)
      report(row, column, message)
    }
    if (parsed.success) {
      definition.check(parsed.data, facts, report)
      const key = identity.of(parsed.data)
      const line = requireAt(record, 0).line
      const earlier = firstLines.get(key)
      if (earlier === undefined) firstLines.set(key, line)
      else report(0, identity.column, duplicateOf(earlier))
    }
    problems.push(...found.list(noun))
    if (parsed.success && found.isClean) {
      forms.push(parsed.data)
      goodRows += record.length
    }
  }
  // Rows of one record may be apart. The sort is stable, so problems within a row keep their order.
  problems.sort((a, b) => a.line - b.line)
  const { canInvite } = definition
  const invitations = canInvite ? forms.filter((form) => canInvite(form, occasion)).length : 0
  return { forms, goodRows, invitations, problems, key: seenKey([forms, problems, invitations]) }
}
