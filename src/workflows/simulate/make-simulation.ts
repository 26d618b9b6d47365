import { z } from 'zod'
import { workflowNamed } from '#workflows/catalog.ts'
import { wordNamesOf } from '#workflows/model/chart-names.ts'
import { createSimulation, type Simulation } from './simulation.ts'

/** One file per workflow, written before the build. */
const SCHEMAS = import.meta.glob('/generated/event-schemas/*.json', { import: 'default' })

const schemasOf = z.record(z.string(), z.unknown())

/** Loads a workflow's starting points and possible events. */
export const makeSimulation = async (workflow: string): Promise<Simulation> => {
  const found = workflowNamed(workflow)
  const readSchemas = SCHEMAS[`/generated/event-schemas/${workflow.replace('/', '-')}.json`]
  if (!found || !readSchemas) throw new Error(`Workflow ${workflow} does not exist.`)
  const [{ examples }, schemas] = await Promise.all([found.examples(), readSchemas()])
  return createSimulation(found.machine, examples, schemasOf.parse(schemas), wordNamesOf(found))
}
