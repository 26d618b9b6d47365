import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalog } from '#workflows/catalog.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

test('every machine has its cases', () => {
  const files = catalog.map(({ name }) => `${name.split('/').at(-1)}.model.test.ts`)
  expect(files.filter((file) => !existsSync(`${folder}${file}`))).toEqual([])
})
