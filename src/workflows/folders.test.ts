import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A folder imports only those before it (docs/decisions/room-of-the-workflows-tool.md). */
const ORDER = [
  ...['model', 'layout', 'drawing', 'exports', 'compare', 'coverage', 'read', 'simulate'],
  ...['recording', 'steps', 'runs', 'watch', 'counts', 'waits', 'history', 'page'],
]
const IMPORTED = /(?:\bfrom|\bimport\() ?'#workflows\/([a-z]+)\//g

test('folders import only those before them', () => {
  const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\/.*\.tsx?$/.test(path) && !path.includes('.test.'))
  const folders = new Set(paths.map((path) => path.split('/')[0]))
  expect([...folders].sort()).toEqual(ORDER.toSorted())
  const back = paths.flatMap((path) => {
    const own = ORDER.indexOf(path.split('/')[0] ?? '')
    const source = readFileSync(join(import.meta.dirname, path), 'utf8')
    return [...source.matchAll(IMPORTED)]
      .filter(([, folder = '']) => ORDER.indexOf(folder) > own)
      .map(([, folder]) => `${path} imports ${folder}/`)
  })
  expect(back).toEqual([])
})
