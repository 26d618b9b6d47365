import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder, readJournal, SNAPSHOT } from './migrate.ts'

test('every migration is in the journal, and only the newest has a snapshot, which drizzle-kit compares with', () => {
  const folder = migrationsFolder()
  const { entries } = readJournal()
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(files.sort()).toEqual(entries.map(({ tag }) => `${tag}.sql`))
  const [number] = entries.at(-1)?.tag.split('_') ?? []
  expect(readdirSync(join(folder, 'meta')).filter((name) => name.endsWith(SNAPSHOT))).toEqual([`${number}${SNAPSHOT}`])
})
