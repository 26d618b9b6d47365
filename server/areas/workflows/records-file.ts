/** The list of records behind a count as a spreadsheet, on all pages. */
import type { ListedRecord } from '#contract/workflow-counts.ts'
import { formatInstant } from '#domain/time.ts'
import { periodProblem } from '#domain/workflow-period.ts'
import type { CellToWrite } from '#server/documents/sheet.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { providerScope } from '#server/http/access.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { recordsInState, recordsThatTook } from './count-queries.ts'
import { lifecycleNamed, requireState, requireViewer } from './lifecycle-access.ts'

/** On one page: a spreadsheet takes hardly more. */
const ALL = { page: 1, size: 1_000_000 }

const COLUMNS = [
  { title: 'Date', width: 12 },
  { title: 'Start Time', width: 12 },
  { title: 'End Time', width: 12 },
  { title: 'Provider', width: 28 },
  { title: 'What', width: 40 },
  { title: 'State', width: 16 },
] as const

const IN_STATE = [
  { title: 'Since', width: 20 },
  { title: 'Days in State', width: 14 },
] as const

const TOOK = [
  { title: 'When', width: 20 },
  { title: 'Details', width: 40 },
] as const

const DAY_SECONDS = 86_400

/** Days to one decimal, as a number that can be sorted and added up. */
const daysOf = (seconds: number | null): CellToWrite =>
  seconds === null ? '' : Math.round((seconds / DAY_SECONDS) * 10) / 10

export const workflowRecordHandlers: HandlersOf<'downloadWorkflowRecords'> = {
  downloadWorkflowRecords: async ({ body, db, user, now, timeZone }) => {
    const { workflow, state, transition, from, to, order, longerThan } = body
    const lifecycle = lifecycleNamed(workflow)
    if (!lifecycle) throw new Refusal(404, 'Workflow not found.')
    const viewer = requireViewer(lifecycle, user)
    const problem = periodProblem({ from, to })
    if (problem !== undefined) throw refuseField('to', problem)
    const request = { lifecycle, scope: providerScope(viewer), context: { db, now, timeZone } }
    const listed = { ...ALL, oldestFirst: order === 'oldest' }
    const { items } = transition
      ? await recordsThatTook(request, transition, { from, to }, listed)
      : await recordsInState(request, requireState(lifecycle, state), {
          ...listed,
          ...(longerThan !== null && { longerThan }),
        })
    const cells = (record: ListedRecord): CellToWrite[] => [
      ...[record.date === null ? '' : { date: record.date }, record.startTime ?? '', record.endTime ?? ''],
      ...[record.providerName, record.label, record.state],
      record.at === null ? '' : formatInstant(record.at, timeZone),
      transition ? (record.note ?? '') : daysOf(record.seconds),
    ]
    const sheet = {
      name: 'Records',
      columns: [...COLUMNS, ...(transition ? TOOK : IN_STATE)],
      rows: items.map(cells),
    }
    return new FileReply(await writeSpreadsheet(sheet), 'records.xlsx')
  },
}
