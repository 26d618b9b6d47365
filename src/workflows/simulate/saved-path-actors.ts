/** Saved paths through workflows in `localStorage`, one entry per user and workflow. Entries are parsed when read. */
import { z } from 'zod'
import { fromCall } from '#machines/common/from-call.ts'
import type { KeepPathsInput, SavedPath } from './saved-paths.machine.ts'

const keptSchema = z.array(z.object({ name: z.string(), path: z.string() }))

interface Surroundings {
  /** A function, because accessing `localStorage` throws if the browser blocks it. */
  readonly storage: () => Storage
  /** @throws Error if nobody is signed in */
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
        // An unreadable entry is overwritten by the next saved path.
        return []
      }
    }),
    keepPaths: fromCall<void, KeepPathsInput>(async ({ workflow, paths }) => {
      if (paths.length === 0) storage().removeItem(keyOf(workflow))
      else storage().setItem(keyOf(workflow), JSON.stringify(paths))
    }),
  }
}
