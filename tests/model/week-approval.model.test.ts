import { examples, MONDAY, TUESDAY } from '#machines/schedule/week-approval.examples.ts'
import { weekApprovalMachine } from '#machines/schedule/week-approval.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type ApprovalWorld, weekApprovalInBrowser } from './week-approval.browser.ts'

modelTests<typeof weekApprovalMachine, ApprovalWorld>({
  name: 'schedule/week-approval',
  machine: weekApprovalMachine,
  ...examples,
  project: ({ days, pending, refusals, failure }) => ({
    days: days.map(({ isApproved }) => isApproved),
    pending,
    refusals: refusals.length,
    failure,
  }),
  states: {
    choosing: ({ context: { refusals, failure } }) => {
      if (refusals.length > 0 || failure !== undefined) throw new Error('an earlier notice is still there')
    },
    refused: ({ context: { refusals, pending } }) => {
      if (refusals.length === 0) throw new Error('no list of the refused days')
      if (pending.length > 0) throw new Error('days are still ticked')
    },
    failed: ({ context: { failure } }) => {
      if (!failure) throw new Error('no failure message')
    },
  },
  browser: () => weekApprovalInBrowser(MONDAY, TUESDAY),
})
