import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import { containing } from './containing.ts'

const database = useDatabase()

const found = async (typed: string) => {
  const { rows } = await database().pool.query<{ text: string }>(
    `select text from unnest(array['Occupational Therapy', '100% present', '1000 present', 'a_b', 'acb', 'c:\\d', 'c:d']) text
     where text ilike $1`,
    [containing(typed)],
  )
  return rows.map(({ text }) => text)
}

test.each([
  ['therapy', ['Occupational Therapy']],
  ['100%', ['100% present']],
  ['A_B', ['a_b']],
  ['c:\\', ['c:\\d']],
  ['nothing', []],
])('finds %s as typed, case-insensitive', async (typed, expected) => {
  expect(await found(typed)).toEqual(expected)
})
