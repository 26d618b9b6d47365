import { expect, test } from 'vitest'
import { nameKey } from '#domain/name-key.ts'
import { useDatabase } from '#tests/support/server/database.ts'

const database = useDatabase()

test('the database compares names as the browser does', async () => {
  const names = [
    ...["O'Neil", 'O’Neil', 'O´Neil', 'Núñez', 'Nu\u0301n\u0303ez', '  Anna\u00a0\u200b  Maria\t', 'Smith-Jones, Jr.'],
    ...[
      'ŁÓDŹ Straße ẞ',
      'İstanbul ı',
      'Ægir Øst Þór Œuvre',
      '言語 ﬁeld',
      'ΟΔΟΣ',
      'Ѐ Ё Й',
      '한국 ㄱ',
      'نَص',
      'שָׁלוֹם',
      '👩‍🏫 ❤️',
      '.',
      '–',
      '',
    ],
  ]
  const { rows } = await database().pool.query<{ key: string }>(
    'select name_key(name) as key from unnest($1::text[]) with ordinality as names (name, at) order by at',
    [names],
  )
  expect(rows.map(({ key }) => key)).toEqual(names.map(nameKey))
})
