/** The steps of a watched tab, as they are listed and walked through. */
import type { WatchedStep, WatchReport } from './watched.ts'

/** Steps that are held while the view follows; while it stands, more of them, so that what is looked at stays. */
const MAX_STEPS = 500
const MAX_STEPS_STANDING = 2_000

export interface Listing {
  /** The oldest first. */
  readonly steps: readonly WatchedStep[]
  /** The machine whose steps are listed; undefined for all of them. */
  readonly machine: string | undefined
  /** The last step that is listed while the view stands. */
  readonly until: number | undefined
  /** The step that is looked at while the view stands. */
  readonly chosen: number | undefined
}

/** The oldest first. */
export const listedSteps = ({ steps, machine, until }: Omit<Listing, 'chosen'>): readonly WatchedStep[] =>
  machine === undefined && until === undefined
    ? steps
    : steps.filter(
        (step) => (machine === undefined || step.machine === machine) && (until === undefined || step.number <= until),
      )

/** The number of the listed step so many places from the chosen one; from the last where none is chosen. */
export const stepFrom = (listing: Listing, places: number): number | undefined => {
  const steps = listedSteps(listing)
  const at =
    listing.chosen === undefined ? steps.length - 1 : steps.findIndex(({ number }) => number === listing.chosen)
  return at === -1 ? undefined : steps[at + places]?.number
}

export const lastListed = (listing: Omit<Listing, 'chosen'>): number | undefined => listedSteps(listing).at(-1)?.number

/** What is held once a report has come. */
export const withReport = (listing: Listing, { isAll, machines, steps }: WatchReport) => ({
  machines,
  steps: (isAll ? steps : [...listing.steps, ...steps].sort((one, other) => one.number - other.number)).slice(
    listing.until === undefined ? -MAX_STEPS : -MAX_STEPS_STANDING,
  ),
})
