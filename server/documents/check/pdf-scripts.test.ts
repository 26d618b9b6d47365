import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packedPdfs, pdfsThatHideScripts } from '#tests/support/server/document-files.ts'
import { isActivePdf } from './pdf-scripts.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-'))
})
afterEach(() => rm(folder, { recursive: true }))

const isActive = async (bytes: Uint8Array) => {
  const path = join(folder, 'a.pdf')
  await writeFile(path, bytes)
  return isActivePdf(path, new AbortController().signal)
}

test.each(pdfsThatHideScripts())('a script is found in spite of %s', async (_, bytes) => {
  expect(await isActive(bytes)).toBe(true)
})

test.each(packedPdfs())('a packed part is looked into: %s', async (_, harmless, script) => {
  expect(await isActive(harmless)).toBe(false)
  expect(await isActive(script)).toBe(true)
})
