import { z } from 'zod'
import { workflowNamed } from '#machines/catalog.ts'
import { wordNamesOf } from '#machines/chart/chart-names.ts'
import { createSimulation, type Simulation } from '#machines/workflows/simulation.ts'

/** One file per workflow, written by `npm run charts`. */
const SCHEMAS = import.meta.glob<unknown>('/src/machines/event-schemas/*.json', { import: 'default' })

const schemasOf = z.record(z.string(), z.unknown())

/** Loads a workflow's starting points and possible events. */
export const makeSimulation = async (workflow: string): Promise<Simulation> => {
  const found = workflowNamed(workflow)
  const readSchemas = SCHEMAS[`/src/machines/event-schemas/${workflow.replace('/', '-')}.json`]
  if (!found || !readSchemas) throw new Error(`Workflow ${workflow} does not exist.`)
  const [{ examples }, schemas] = await Promise.all([found.examples(), readSchemas()])
  return createSimulation(found.machine, examples, schemasOf.parse(schemas), wordNamesOf(found))
}
