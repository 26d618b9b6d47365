/**
 * The three endpoints of every import: the sample, the check (which writes once confirmed), and the file of problem
 * rows.
 */
import { sql } from 'drizzle-orm'
import {
  addedInWords,
  type ImportEndpoints,
  type ImportReport,
  importMessages,
  MAX_LISTED_PROBLEMS,
} from '#contract/imports.ts'
import { localOf } from '#domain/time.ts'
import { textOf } from '#server/documents/cell-values.ts'
import { plainName } from '#server/documents/plain-name.ts'
import type { CellToWrite, SheetRow, SheetToWrite } from '#server/documents/sheet.ts'

import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { done, FileReply, type Handler, type HandlerServices } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type CheckedImport, checkImport, HIDDEN } from './check-import.ts'
import type { ImportColumn, ImportDefinition, Occasion } from './import-definition.ts'
import { PROBLEM_TITLE, type ReadFile, readImport, UnreadableFile } from './read-import.ts'

const occasionOf = ({ now, timeZone }: Pick<HandlerServices, 'timeZone'> & { now: Date }): Occasion => ({
  now,
  today: localOf(now, timeZone).date,
})

const reportOf = <Form>(
  { forms, goodRows, invitations, problems, key }: CheckedImport<Form>,
  rows: number,
  added = 0,
): ImportReport => ({
  rows,
  goodRows,
  records: forms.length,
  problems: problems.slice(0, MAX_LISTED_PROBLEMS),
  problemCount: problems.length,
  key,
  invitations,
  added,
})

async function orRefused<Name extends string>(reading: Promise<ReadFile<Name>>): Promise<ReadFile<Name>> {
  try {
    return await reading
  } catch (error) {
    throw error instanceof UnreadableFile ? new Refusal(406, importMessages.refused, { data: error.reasons }) : error
  }
}

/** As it was, or as text where the sheet has no such format: what is uploaded again means the same. */
const cellToWrite = ({ cells, shown }: SheetRow, place: number, kind: ImportColumn['kind']): CellToWrite => {
  const cell = cells[place]
  if (typeof cell === 'object' && cell.date !== undefined && kind === 'date') return { date: cell.date }
  const text = shown?.get(place)
  // Numbers keep the decimals that their format hides, which is what their problem is about.
  if (typeof cell === 'number' && kind === 'number' && !/[%:]/.test(text ?? '')) return cell
  return text !== undefined || typeof cell === 'object' || typeof cell === 'boolean' ? textOf(cell, text) : cell
}

/** The problem rows as the file has them, with a column for the problems. */
function problemSheet<Name extends string, Form>(
  { head, rows }: ReadFile<Name>,
  { problems }: CheckedImport<Form>,
  columns: readonly ImportColumn[],
): SheetToWrite {
  const problemsByLine = new Map<number, string[]>()
  for (const { line, column, problem } of problems) {
    problemsByLine.set(line, [...(problemsByLine.get(line) ?? []), column === '' ? problem : `${column}: ${problem}`])
  }
  const wrong = rows.filter(({ line }) => problemsByLine.has(line))
  // Values beyond the last title are in the file as well.
  const width = Math.max(head.cells.length, ...wrong.map(({ cells }) => cells.length))
  const titles = Array.from({ length: width }, (_, place) => textOf(head.cells[place]))
  const columnOf = new Map(columns.map((column) => [plainName(column.title), column]))
  const written = (row: SheetRow, place: number) => {
    const column = columnOf.get(plainName(titles[place] ?? ''))
    const cell = cellToWrite(row, place, column?.kind)
    return cell !== undefined && cell !== '' && column?.isSecret ? HIDDEN : cell
  }
  const hasValue = (place: number) => wrong.some(({ cells }) => cells[place] !== undefined)
  const kept = titles.flatMap((title, place) =>
    title === PROBLEM_TITLE || (title === '' && !hasValue(place)) ? [] : [place],
  )
  return {
    name: 'Problems',
    columns: [...kept.map((place) => ({ title: titles[place] ?? '', width: 22 })), { title: PROBLEM_TITLE, width: 60 }],
    rows: wrong.map((row) => [...kept.map((place) => written(row, place)), problemsByLine.get(row.line)?.join('\n')]),
  }
}

interface ImportHandlers {
  readonly sample: Handler<ImportEndpoints['sample']>
  readonly run: Handler<ImportEndpoints['run']>
  readonly problems: Handler<ImportEndpoints['problems']>
}

export const importHandlersOf = <Name extends string, Facts, Form>(
  definition: ImportDefinition<Name, Facts, Form>,
): ImportHandlers => ({
  sample: async ({ db, now, timeZone }) => {
    const sheet = await definition.sample(db, occasionOf({ now, timeZone }))
    const columns = Object.values<ImportColumn>(definition.columns)
    return new FileReply(await writeSpreadsheet({ columns, ...sheet }), 'SampleFile.xlsx')
  },

  run: async ({ file, body: { key, goodRowsOnly, invitations }, db, user, now, timeZone, origin, left }) => {
    const occasion = occasionOf({ now, timeZone })
    const { lines } = await orRefused(readImport(file.bytes, definition, left()))
    if (key === undefined) return reportOf(await checkImport(definition, lines, db, occasion), lines.length)
    const written = await db.transaction(async (tx) => {
      // Concurrent imports and forms wait here, so each check sees what the others added.
      await tx.execute(sql`lock table ${definition.table} in share row exclusive mode`)
      const checked = await checkImport(definition, lines, tx, occasion)
      const report = reportOf(checked, lines.length)
      if (checked.key !== key) throw new Refusal(409, importMessages.changed, { data: report })
      if (checked.forms.length === 0) throw new Refusal(406, importMessages.nothing)
      if (checked.problems.length > 0 && !goodRowsOnly) throw new Refusal(406, importMessages.hasProblems)
      if (checked.invitations > 0 && invitations === undefined) throw new Refusal(406, importMessages.invitations)
      await definition.write(tx, checked.forms, { ...occasion, invitations, user, timeZone, origin })
      return reportOf(checked, lines.length, checked.forms.length)
    })
    return done(written, addedInWords(written.added, definition.noun))
  },

  problems: async ({ file, db, now, timeZone, left }) => {
    const read = await orRefused(readImport(file.bytes, definition, left()))
    const checked = await checkImport(definition, read.lines, db, occasionOf({ now, timeZone }))
    return new FileReply(
      await writeSpreadsheet(problemSheet(read, checked, Object.values<ImportColumn>(definition.columns))),
      'Problems.xlsx',
    )
  },
})
