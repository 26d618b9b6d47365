import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as files from './areas/background-files.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** What a file defines at its top level: `const cleanUp: BackgroundWork<…> =`, `const mailJob = defineJob<…>(…)`. */
const DEFINITION = /^(?:export )?const (\w+)(?:: BackgroundWork<.*> = \{$| = define(?:Job|DailyWork)\b)/gm

test('a server does everything that a file defines as background work', () => {
  const defined = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(`${folder}${path}`, 'utf8').matchAll(DEFINITION)].map(([, name]) => name))
  expect(defined.length).toBeGreaterThan(10)
  expect(Object.keys(files)).toEqual(expect.arrayContaining(defined))
})

test('each has a name of its own', () => {
  const names = Object.values(files).map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
