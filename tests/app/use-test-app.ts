import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { type BuiltFolder, buildFolder } from '#tests/support/page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { composeTestApp } from './server.ts'

/** Serves the test app instead of the portal. @param tables SQL that creates the tables of its areas */
export const useTestApp = (tables: readonly string[] = []) => {
  let built: BuiltFolder | undefined
  beforeAll(async () => {
    built = await buildFolder(fileURLToPath(new URL('.', import.meta.url)))
  })
  afterAll(() => built?.remove())
  const portal = usePortal({ app: { compose: composeTestApp, clientFolder: () => built?.folder ?? '' } })
  beforeAll(async () => {
    if (tables.length > 0) await portal.database().pool.query(tables.join(';'))
  })
  return portal
}
