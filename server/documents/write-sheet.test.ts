import { read } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { writeSheet } from './write-sheet.ts'

test('a sheet whose name has characters that tabs cannot have', async () => {
  const bytes = await writeSheet({
    name: 'PTO / Hours: [2026] of all providers',
    columns: [{ title: 'A', width: 8 }],
    rows: [],
  })
  expect(read(bytes).SheetNames).toEqual(['PTO - Hours -2026- of all provi'])
})
