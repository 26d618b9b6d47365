import { fromCall } from '#machines/common/from-call.ts'
import type { Simulation } from './simulation.ts'

/** The simulation code loads with the first simulation. */
export const loadSimulation = fromCall<{ simulation: Simulation }, { workflow: string }>(async ({ workflow }) => {
  const { makeSimulation } = await import('./make-simulation.ts')
  return { simulation: await makeSimulation(workflow) }
})
