import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { migrationsFolder, SNAPSHOT } from './migrate.ts'

const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })

test('every migration is in the journal, and only the newest has a snapshot, which drizzle-kit compares with', () => {
  const folder = migrationsFolder()
  const { entries } = journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(files.sort()).toEqual(entries.map(({ tag }) => `${tag}.sql`))
  const [number] = entries.at(-1)?.tag.split('_') ?? []
  expect(readdirSync(join(folder, 'meta')).filter((name) => name.endsWith(SNAPSHOT))).toEqual([`${number}${SNAPSHOT}`])
})
