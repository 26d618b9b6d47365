import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EventSchemas } from '#workflows/simulate/payload-check.ts'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { EVENT_SCHEMAS, prepareEventSchemas } from '../../scripts/lib/event-schemas.mjs'

/** Makes the schemas of events as the build does, and returns a reader of them by workflow. */
export const readEventSchemas = (): ((workflow: string) => EventSchemas) => {
  prepareEventSchemas(process.cwd())
  return (workflow) => {
    const file = join(EVENT_SCHEMAS, `${workflow.replace('/', '-')}.json`)
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
  }
}
