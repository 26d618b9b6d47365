/**
 * A recorded run: the steps of a workflow's machines with their masked details, saved in the browser or shared as a file.
 * Files are parsed when opened: they may be damaged, from a newer version, or something else.
 */
import { z } from 'zod'
import { download } from '#machines/common/download.machine.ts'
import {
  type StepDetails,
  stepDetailsSchema,
  type WatchedMachine,
  type WatchedStep,
  watchedMachineSchema,
  watchedStepSchema,
} from '#workflows/recording/watched.ts'

const FORMAT = 'homeroom-run'
/** Increases when older versions can no longer read the files. */
const VERSION = 1

export const MAX_RUN_BYTES = 4 * 1024 * 1024
const MAX_STEPS = 2_000
const MAX_MACHINES = 2_000

const runSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** The id of the drawn statechart, and its title then. */
  statechart: z.string().max(100),
  title: z.string().max(100),
  /** The session id of the machine that was watched, if it was only one. */
  machine: z.string().optional(),
  machines: z.array(watchedMachineSchema).max(MAX_MACHINES),
  /** Oldest first. */
  steps: z.array(watchedStepSchema).min(1).max(MAX_STEPS),
  /** Details of the steps that still had some. */
  details: z.array(stepDetailsSchema),
})
export type RecordedRun = z.output<typeof runSchema>

/** A run with its name in the list of saved runs. */
export const savedRunSchema = z.object({ name: z.string(), run: runSchema })
export type SavedRun = z.output<typeof savedRunSchema>

/** Steps to save. */
export interface RunSource extends Pick<RecordedRun, 'statechart' | 'title' | 'machine'> {
  readonly machines: readonly WatchedMachine[]
  readonly steps: readonly WatchedStep[]
  /** The tab that has the details; '' for this one. */
  readonly tab: string
}

/** @param details in any order; the oldest are left out if the run gets too large */
export const toRun = ({ tab: _, ...source }: RunSource, details: readonly StepDetails[]): RecordedRun => {
  const steps = source.steps.slice(-MAX_STEPS)
  const numbers = new Set(steps.map(({ number }) => number))
  const newestFirst = details
    .filter(({ number }) => numbers.has(number))
    .sort((one, other) => other.number - one.number)
  const named = new Set(
    steps.flatMap(({ machine, sender, calls }) => [machine, sender?.machine, ...calls.map((call) => call.machine)]),
  )
  const machines = source.machines.filter(({ id }) => named.has(id)).slice(-MAX_MACHINES)
  const run: RecordedRun = { format: FORMAT, version: VERSION, ...source, machines, steps, details: [] }
  let room = MAX_RUN_BYTES - JSON.stringify(run).length
  const kept: StepDetails[] = []
  for (const each of newestFirst) {
    // Masked text has characters of three bytes.
    room -= new TextEncoder().encode(JSON.stringify(each)).length + 1
    if (room < 0) break
    kept.unshift(each)
  }
  return { ...run, details: kept }
}

/** Why a file can't be opened; the message is for the user. */
export class RunFileError extends Error {
  override readonly name = 'RunFileError'
}

const headSchema = z.object({ format: z.literal(FORMAT), version: z.number() })

/** @throws RunFileError */
export const parseRun = (text: string): RecordedRun => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RunFileError('This file is damaged, or it is not a recorded run.')
  }
  const head = headSchema.safeParse(value)
  if (!head.success) throw new RunFileError('This file is not a recorded run.')
  if (head.data.version > VERSION)
    throw new RunFileError('This run was saved by a newer version of the portal. Reload the page, then open it again.')
  const run = runSchema.safeParse(value)
  if (!run.success) throw new RunFileError('This file is damaged: parts of the recorded run are missing or invalid.')
  return run.data
}

/** @throws RunFileError */
export const checkRunSize = (bytes: number): void => {
  if (bytes > MAX_RUN_BYTES) throw new RunFileError('This file is too large: a recorded run has at most 4 MB.')
}

/** A run to download: a saved one, or steps that are being watched. */
export type RunFile =
  | { readonly name: string; readonly run: RecordedRun }
  | { readonly name: string; readonly source: RunSource }

export const runFileMachine = download<RunFile>()
