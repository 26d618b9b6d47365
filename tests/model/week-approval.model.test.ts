import { examples, MONDAY, TUESDAY } from '#machines/schedule/week-approval.examples.ts'
import { weekApprovalMachine } from '#machines/schedule/week-approval.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type ApprovalWorld, weekApprovalInBrowser } from './week-approval.browser.ts'

modelTests<typeof weekApprovalMachine, ApprovalWorld>({
  name: 'schedule/week-approval',
  machine: weekApprovalMachine,
  ...examples,
  project: ({ days, pending, outcome, failure }) => ({
    days: days.map(({ isApproved }) => isApproved),
    pending: pending.map(({ providerId, date }) => `${providerId} ${date}`).sort(),
    refusals: outcome.refusals.length,
    failure,
  }),
  states: {
    choosing: ({ context: { outcome, failure } }) => {
      if (outcome.refusals.length > 0 || failure !== undefined) throw new Error('an earlier notice is still there')
    },
    refused: ({ context: { outcome, pending } }) => {
      if (outcome.refusals.length === 0) throw new Error('no list of the refused days')
      if (pending.length > 0) throw new Error('days are still ticked')
    },
    failed: ({ context: { failure } }) => {
      if (!failure) throw new Error('no failure message')
    },
  },
  browser: () => weekApprovalInBrowser(MONDAY, TUESDAY),
})
