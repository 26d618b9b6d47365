import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/dependencies.mjs'
import { iconsText } from './lib/icon-files.ts'
import { ICONS_FILE } from './lib/icons.mjs'

test('the committed icons are those that modules import: `npm run icons` updates them', () => {
  expect(JSON.parse(readFileSync(join(root, ICONS_FILE), 'utf8'))).toEqual(JSON.parse(iconsText()))
})
