/** Saves recorded runs in `localStorage`, one entry per user, and reads and writes them as files. */
import { z } from 'zod'
import type { DownloadedFile } from '#contract/api-client.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { StepDetails } from '#workflows/recording/watched.ts'
import {
  checkRunSize,
  parseRun,
  type RecordedRun,
  type RunFile,
  type RunSource,
  type SavedRun,
  savedRunSchema,
  toRun,
} from './recorded-run.ts'
import type { SaveRunInput } from './recorded-runs.machine.ts'

const keptSchema = z.array(savedRunSchema)

interface Surroundings {
  /** A function, because accessing `localStorage` throws if the browser blocks it. */
  readonly storage: () => Storage
  /** @throws Error if nobody is signed in */
  readonly userId: () => number
  /** The masked details of a tab's steps that are still there. */
  readonly detailsOf: (tab: string, numbers: readonly number[]) => Promise<readonly StepDetails[]>
}

export const createRuns = ({ storage, userId, detailsOf }: Surroundings) => {
  const key = () => `runs/${userId()}`
  const keep = (runs: readonly SavedRun[]) => {
    if (runs.length === 0) storage().removeItem(key())
    else storage().setItem(key(), JSON.stringify(runs))
  }
  const record = async (source: RunSource): Promise<RecordedRun> =>
    toRun(
      source,
      await detailsOf(
        source.tab,
        source.steps.map(({ number }) => number),
      ),
    )
  return {
    actors: {
      readRuns: fromCall<readonly SavedRun[], undefined>(async () => {
        const text = storage().getItem(key())
        if (text === null) return []
        try {
          return keptSchema.parse(JSON.parse(text))
        } catch {
          // An unreadable entry is overwritten by the next saved run.
          return []
        }
      }),
      saveRun: fromCall<readonly SavedRun[], SaveRunInput>(async ({ name, source, runs }, signal) => {
        const all = [...runs, { name, run: await record(source) }]
        signal.throwIfAborted()
        keep(all)
        return all
      }),
      keepRuns: fromCall<void, { readonly runs: readonly SavedRun[] }>(async ({ runs }) => keep(runs)),
      readFile: fromCall<RecordedRun, { readonly file: File }>(async ({ file }) => {
        checkRunSize(file.size)
        return parseRun(await file.text())
      }),
    },
    file: async (subject: RunFile): Promise<DownloadedFile> => {
      const run = 'run' in subject ? subject.run : await record(subject.source)
      return {
        name: `${subject.name}.json`,
        content: new Blob([JSON.stringify(run)], { type: 'application/json' }),
      }
    },
  }
}
