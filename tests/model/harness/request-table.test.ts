import { expect, test } from 'vitest'
import { setup } from 'xstate'
import { addDays, localOf, startOfWeek } from '#domain/time.ts'
import { TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { explore } from './explore.ts'
import { tours } from './paths.ts'
import { RequestTable } from './request-table.ts'

const machine = setup({ types: { events: {} as { type: 'note.save' } | { type: 'note.saved' } } }).createMachine({
  id: 'note',
  initial: 'writing',
  states: {
    writing: { on: { 'note.save': 'saving' } },
    saving: { on: { 'note.saved': 'saved' } },
    saved: { type: 'final' },
  },
})

const model = explore({
  name: 'notes/note',
  machine,
  cases: { 'note.save': 'bare', 'note.saved': 'bare' },
  outcomes: {},
  project: () => ({}),
})
const [path] = tours(model, () => true)
const sunday = startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date)
const call = (date: string) => ({ id: 'saveNote', method: 'POST', path: '/api/note/add', body: { id: 1, date } })

test('lists each request once, with the state, the last action, and dates relative to this week', () => {
  if (!path) throw new Error('The machine has no path.')
  const table = new RequestTable()
  table.add(path, 1, [call(addDays(sunday, 16)), call(addDays(sunday, 16))])
  table.add(path, 0, [call(addDays(sunday, -1))])
  expect(table.text()).toBe(
    'saving, after note.save: saveNote POST /api/note/add {"id":1,"date":"Tue+2w"}\n' +
      'writing, at the start: saveNote POST /api/note/add {"id":1,"date":"Sat-1w"}\n',
  )
})

test('lists fixed dates as they are', () => {
  if (!path) throw new Error('The machine has no path.')
  const table = new RequestTable(true)
  table.add(path, 0, [call('2026-11-15')])
  expect(table.text()).toBe('writing, at the start: saveNote POST /api/note/add {"id":1,"date":"2026-11-15"}\n')
})
