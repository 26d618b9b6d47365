import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/dependencies.mjs'
import { ICONS, iconFiles } from './lib/icon-files.ts'

/** Biome breaks long lines. */
const unbroken = (text: string) => text.replaceAll(/\s|,(?=\s*\))/g, '')

test('the committed icons are those that modules import: `npm run icons` updates them', () => {
  const expected = iconFiles()
  const committed = readdirSync(join(root, ICONS)).filter((name) => name.endsWith('.ts'))
  expect(committed.sort()).toEqual([...expected.keys()].sort())
  const differ = committed.filter(
    (name) => unbroken(readFileSync(join(root, ICONS, name), 'utf8')) !== unbroken(expected.get(name) ?? ''),
  )
  expect(differ).toEqual([])
})
