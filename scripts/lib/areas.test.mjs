import { expect, test } from 'vitest'
import { arrowsUp } from './areas.mjs'

const rows = [['days'], ['hours', 'students'], ['billing']]
const problems = (more) =>
  arrowsUp(
    new Map(
      Object.entries({
        'days/days.ts': '',
        'hours/hours.ts': "import { days } from '#server/areas/days/days.ts'\nimport { own } from './parts/own.ts'",
        'students/students.ts': '',
        'billing/bill.ts': "import { hours } from '#server/areas/hours/hours.ts'",
        'area-handlers.ts': "export { bill } from './billing/bill.ts'",
        ...more,
      }),
    ),
    rows,
  )

test('areas import those of the rows above them', () => {
  expect(problems({})).toEqual([])
})

test.each([
  [
    'a row below',
    "import type { Bill } from '#server/areas/billing/bill.ts'",
    'imports billing, which is not above hours',
  ],
  [
    'the same row',
    "import {\n  one,\n  two,\n} from '#server/areas/students/students.ts'",
    'imports students, which is not above hours',
  ],
  [
    'what collects them',
    "import type { Parts } from '#server/areas/handler-parts.ts'",
    'imports handler-parts.ts, which is not above hours',
  ],
])('an import of %s is named', (_, text, problem) => {
  expect(problems({ 'hours/more.ts': text })).toEqual([`server/areas/hours/more.ts ${problem}`])
})

test('a file that collects what areas define has a row, too, if an area reads it', () => {
  const files = new Map([
    ['days/days.ts', ''],
    ['lists.ts', "import { days } from './days/days.ts'"],
    ['counts/counts.ts', "import { lists } from '#server/areas/lists.ts'"],
  ])
  expect(arrowsUp(files, [['days'], ['lists.ts'], ['counts']])).toEqual([])
  expect(arrowsUp(files, [['lists.ts'], ['days'], ['counts']])).toEqual([
    'server/areas/lists.ts imports days, which is not above lists.ts',
  ])
})

test('every area is in a row, and every row names areas that there are', () => {
  expect(problems({ 'claims/claim.ts': '' })).toEqual(['server/areas/claims is in no row'])
  expect(arrowsUp(new Map(), [['days']])).toEqual(['server/areas/days has no files'])
})
