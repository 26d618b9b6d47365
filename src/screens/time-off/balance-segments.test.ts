import { expect, it } from 'vitest'
import { segmentsOf } from './balance-segments.ts'

const partsOf = (availableHours: string, pendingHours: string, acceptedHours: string) =>
  segmentsOf({ availableHours, pendingHours, acceptedHours }).map(({ name, hours }) => `${name} ${hours / 100}`)

it.each([
  ['10.00', '3.00', '4.00', ['Accepted 4', 'Pending 3', 'Left 7']],
  ['10.00', '0.00', '0.00', ['Left 10']],
  ['10.00', '10.00', '4.00', ['Accepted 4', 'Pending 10']],
  ['2.00', '3.50', '4.00', ['Accepted 4', 'Pending, covered 2', 'Over balance 1.5']],
  ['-1.00', '3.00', '4.00', ['Accepted, covered 3', 'Over balance 4']],
  ['0.00', '0.00', '0.00', []],
])('names the parts of the bar: %s available, %s pending, %s accepted', (available, pending, accepted, parts) => {
  expect(partsOf(available, pending, accepted)).toEqual(parts)
})
