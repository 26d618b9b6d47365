import type { ApiClient } from '#contract/api-client.ts'
import { failureLines } from '#contract/failure-lines.ts'
import { isStatus } from '#contract/failures.ts'
import { acceptPtos, type Pto, rejectPtos } from '#contract/time-off.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import {
  type Acceptance,
  type AnswerOutcome,
  ptoReviewMachine,
  type Rejection,
} from '#machines/time-off/pto-review.machine.ts'
import type { Services } from '../services.ts'

const chosenBody = (requests: readonly Pto[]) => ({
  ids: requests.map(({ id }) => id).join(','),
  entityCacheKeys: requests.map(({ entityCacheKey }) => entityCacheKey).join(','),
})

/** A 409 with lines: some requests weren't updated; the others were. */
const outcomeOf = async (answer: Promise<null>): Promise<AnswerOutcome> => {
  try {
    await answer
    return { refusals: [] }
  } catch (error) {
    const refusals = isStatus(error, 409) ? failureLines(error) : []
    if (refusals.length > 0) return { refusals }
    throw error
  }
}

const ptoReviewActors = (client: ApiClient) => ({
  acceptRequests: fromCall<AnswerOutcome, Acceptance>(({ requests, sessions }) =>
    outcomeOf(client.call(acceptPtos, { body: { ...chosenBody(requests), sessions: [...sessions] } })),
  ),
  rejectRequests: fromCall<AnswerOutcome, Rejection>(({ requests, note }) =>
    outcomeOf(client.call(rejectPtos, { body: { ...chosenBody(requests), notes: note } })),
  ),
})

export const timeOffWorkflows = ({ client }: Services) => [
  provide(ptoReviewMachine, { actors: ptoReviewActors(client) }),
]
