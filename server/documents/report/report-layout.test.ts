import { expect, test } from 'vitest'
import { inGroups, type ReportDocument } from './report-layout.ts'

test('groups with the same text stay apart', () => {
  const text = { kind: 'text', share: 1, isSummed: false, align: 'start' } as const
  const report: ReportDocument = {
    ...{ format: 'pdf', title: 'Hours', organization: 'District', logo: null, filters: [], notes: [], emptyText: '' },
    ...{ money: { currency: 'USD', locale: 'en-US' }, now: new Date(0), timeZone: 'UTC' },
    columns: [
      { ...text, title: 'Provider Name' },
      { ...text, kind: 'number', title: 'Sessions', isSummed: true },
    ],
    rows: [
      ['Ana Li', 1],
      ['Ana Li', 2],
      ['Ana Li', 4],
    ],
    groupBy: { column: 0, keys: ['7', '8', '8'] },
  }
  expect(inGroups(report).groups).toEqual([
    { title: 'Ana Li', rows: [[1]] },
    { title: 'Ana Li', rows: [[2], [4]], totals: [6] },
  ])
})
