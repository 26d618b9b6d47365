/** The built scripts in the order that the browser runs them, by their imports (docs/decisions/few-scripts.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../dist/client/assets', import.meta.url))
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g

const importsOf = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => [
      file,
      [...readFileSync(join(folder, file), 'utf8').matchAll(STATIC_IMPORT)].flatMap(([, imported]) => imported ?? []),
    ]),
)

test('scripts have no circular imports', () => {
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    else if (!done.has(file)) {
      for (const imported of importsOf.get(file) ?? []) follow(imported, [...way, file])
      done.add(file)
    }
  }
  for (const file of importsOf.keys()) follow(file, [])
  expect(importsOf.size).toBeGreaterThan(50)
  expect([...importsOf.values()].flat().filter((file) => !importsOf.has(file))).toEqual([])
  expect(circles).toEqual([])
})
