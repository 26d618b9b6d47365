import { fromCall } from '#machines/common/from-call.ts'
import type { Simulation } from '#machines/workflows/simulation.ts'

/** What steps workflows is fetched with the first that is stepped. */
export const loadSimulation = fromCall<{ simulation: Simulation }, { workflow: string }>(async ({ workflow }) => {
  const { makeSimulation } = await import('./make-simulation.ts')
  return { simulation: await makeSimulation(workflow) }
})
