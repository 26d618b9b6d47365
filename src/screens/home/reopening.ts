import { callOf } from '#contract/call.ts'
import { getDayToReopen, reopenDay } from '#contract/day.ts'
import type { DecisionDefinition } from '#screens/form/decision-dialog.tsx'
import { type DecidedDay, oneDay } from './one-day.tsx'

/** Reopens an approved day of a provider, so that it can be changed and approved again. */
export const reopening: DecisionDefinition<null, DecidedDay> = {
  calls: {
    // What can't be reopened says so before anyone gives a reason.
    read: callOf(getDayToReopen, ({ providerId, date }: DecidedDay) => ({ body: { providerId, date } })),
    save: {
      run: (client, { subject: { providerId, date }, values: reason }) =>
        client.call(reopenDay, { body: { providerId, date, reason } }),
    },
  },
  title: 'Reopen',
  effect: () => 'hours and sessions can be edited again and must then be approved again.',
  ...oneDay('reopened', 'reopening'),
}
