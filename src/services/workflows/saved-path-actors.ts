/** Paths through workflows in the browser's storage, an entry per user and workflow. What is read is parsed. */
import { z } from 'zod'
import { fromCall } from '#machines/common/from-call.ts'
import type { KeepPathsInput, SavedPath } from '#machines/workflows/saved-paths.machine.ts'

const keptSchema = z.array(z.object({ name: z.string(), path: z.string() }))

interface Surroundings {
  /** Asked each time: reaching for `localStorage` throws where a browser forbids it. */
  readonly storage: () => Storage
  /** @throws Error where nobody is signed in any more */
  readonly userId: () => number
}

export const savedPathActors = ({ storage, userId }: Surroundings) => {
  const keyOf = (workflow: string) => `simulated/${userId()}/${workflow}`
  return {
    readPaths: fromCall<readonly SavedPath[], { workflow: string }>(async ({ workflow }) => {
      const text = storage().getItem(keyOf(workflow))
      if (text === null) return []
      try {
        return keptSchema.parse(JSON.parse(text))
      } catch {
        // Nothing that could be opened: the next path that is kept takes its place.
        return []
      }
    }),
    keepPaths: fromCall<void, KeepPathsInput>(async ({ workflow, paths }) => {
      if (paths.length === 0) storage().removeItem(keyOf(workflow))
      else storage().setItem(keyOf(workflow), JSON.stringify(paths))
    }),
  }
}
