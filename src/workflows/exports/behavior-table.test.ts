import { expect, test } from 'vitest'
import { catalog } from '#workflows/catalog.ts'
import { allNodes, readChart } from '#workflows/model/read-chart.ts'
import { behaviorTables } from './behavior-table.ts'

test.each(catalog)('$name has a row for each transition and each state', (workflow) => {
  const [transitions, states] = behaviorTables(workflow)
  expect(transitions.rows.length).toBe(readChart(workflow.machine).transitions.length)
  expect(states.rows.length).toBe(allNodes(workflow.machine.root).length)
  for (const { columns, rows } of [transitions, states]) for (const row of rows) expect(row.length).toBe(columns.length)
})

test('a row says what happens in words and in code, with the calls that the target starts', () => {
  const wizard = catalog.find(({ name }) => name === 'schedule/timesheet-modal')
  if (!wizard) throw new Error('The hours on the calendar are missing')
  const [{ columns, rows }] = behaviorTables(wizard)
  expect(columns.map(({ title }) => title)).toEqual([
    'State',
    'Event',
    'Condition',
    'Leads to',
    'Actions',
    'Calls',
    'State (code)',
    'Event (code)',
    'Condition (code)',
    'Leads to (code)',
    'Actions (code)',
    'Calls (code)',
  ])
  expect(rows.filter(([state]) => state === 'Opening' || state === 'Entering › Deleting')).toEqual([
    [
      'Opening',
      'Immediately',
      'provider and school are known',
      'Entering',
      '',
      'edit the hours',
      'opening',
      'always',
      'hasRow',
      'entering',
      '',
      'row',
    ],
    ['Opening', 'Immediately', '', 'Choosing', '', '', 'opening', 'always', '', 'choosing', '', ''],
    [
      'Entering › Deleting',
      'The hours were deleted',
      '',
      'Closed',
      'say that the hours were deleted',
      '',
      'entering.deleting',
      'deleteTimesheet done',
      '',
      'closed',
      'tellDeleted',
      '',
    ],
    [
      'Entering › Deleting',
      'The hours were not deleted',
      'the server said why',
      'Entering › Editing',
      'show the message in the row',
      '',
      'entering.deleting',
      'deleteTimesheet error',
      'hasMessage',
      'entering.editing',
      'tellRow',
      '',
    ],
    [
      'Entering › Deleting',
      'The hours were not deleted',
      '',
      'Entering › Confirming delete',
      '',
      '',
      'entering.deleting',
      'deleteTimesheet error',
      '',
      'entering.confirmingDelete',
      '',
      '',
    ],
  ])
})
