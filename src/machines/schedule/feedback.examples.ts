import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { feedbackMachine } from './feedback.machine.ts'

const stored = { trackingLabels: 'Present, Helped,', trackingFeedback: ' Went well.' }

const failures = {
  ...commonFailures,
  'someone else saved first': new ApiError(409, 'Someone else changed it.', [], {
    trackingLabels: 'Goal met',
    trackingFeedback: 'Sick at home',
  }),
}

export const examples = {
  inputs: {
    "a student's labels": { target: { kind: 'student', id: 5 }, feedback: stored },
    'a session without students': { target: { kind: 'session', id: 71 }, feedback: stored },
  },
  cases: {
    'labels.choose': {
      'one more': { labels: ['Present', 'Helped', 'Goal met'] },
      'as before': { labels: ['Present', 'Helped'] },
    },
    'failure.dismiss': 'bare',
  },
  outcomes: {
    saveLabels: { done: { saved: { ...stored, trackingLabels: 'Present,Helped,Goal met' } }, error: failures },
  },
} satisfies Examples<typeof feedbackMachine>
