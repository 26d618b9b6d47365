/** The steps of a watched tab: which are listed, and moving through them. */
import type { WatchedStep, WatchReport } from '#workflows/recording/watched.ts'

/** How many steps are kept while live; more while paused, so that the selected step stays. */
const MAX_STEPS = 500
const MAX_STEPS_STANDING = 2_000

export interface Listing {
  /** Oldest first. */
  readonly steps: readonly WatchedStep[]
  /** The machine whose steps are listed; undefined for all. */
  readonly machine: string | undefined
  /** The last listed step while paused. */
  readonly until: number | undefined
  /** The selected step while paused. */
  readonly chosen: number | undefined
}

/** Oldest first. */
export const listedSteps = ({ steps, machine, until }: Omit<Listing, 'chosen'>): readonly WatchedStep[] =>
  machine === undefined && until === undefined
    ? steps
    : steps.filter(
        (step) => (machine === undefined || step.machine === machine) && (until === undefined || step.number <= until),
      )

/** The number of the step this many places from the selected one, or from the last if none is selected. */
export const stepFrom = (listing: Listing, places: number): number | undefined => {
  const steps = listedSteps(listing)
  const at =
    listing.chosen === undefined ? steps.length - 1 : steps.findIndex(({ number }) => number === listing.chosen)
  return at === -1 ? undefined : steps[at + places]?.number
}

export const lastListed = (listing: Omit<Listing, 'chosen'>): number | undefined => listedSteps(listing).at(-1)?.number

/** The steps to keep after a report. */
export const withReport = (listing: Listing, { isAll, machines, steps }: WatchReport) => ({
  machines,
  steps: (isAll ? steps : [...listing.steps, ...steps].sort((one, other) => one.number - other.number)).slice(
    listing.until === undefined ? -MAX_STEPS : -MAX_STEPS_STANDING,
  ),
})
