/**
 * Writes what the build and the tests need of the statecharts and nobody reads on the repository's page: each one as
 * XState JSON, and the JSON schemas of its events, by which the page of workflows checks payloads written by hand.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '#machines/catalogue.ts'
import { toXStateJson } from '#machines/chart/xstate-json.ts'
import { fileOf } from './lib/chart-files.ts'
import { root } from './lib/dependencies.mjs'
import { eventSchemas } from './lib/event-schemas.ts'
import { GENERATED_WORKFLOWS } from './lib/generated.mjs'

const folder = join(root, GENERATED_WORKFLOWS)
const write = (name: string, value: unknown) =>
  writeFileSync(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`)

const schemas = eventSchemas()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const workflow of catalogue) {
  write(`${fileOf(workflow)}.json`, toXStateJson(workflow.machine))
  write(`${fileOf(workflow)}.events.json`, schemas.get(workflow.name))
}
writeFileSync(
  join(folder, 'README.md'),
  'The statecharts as XState JSON, and the JSON schemas of their events: written by scripts/generate.ts.\n',
)
