import { reopenDay } from '#contract/day.ts'
import type { DecisionDefinition } from '#screens/form/decision-dialog.tsx'
import { type DecidedDay, oneDay } from './one-day.tsx'

/** Reopens an approved day of a provider, so that it can be changed and approved again. Loads nothing. */
export const reopening: DecisionDefinition<null, DecidedDay> = {
  calls: {
    read: { run: async () => null },
    save: {
      run: (client, { subject: { providerId, date }, values: reason }) =>
        client.call(reopenDay, { body: { providerId, date, reason } }),
    },
  },
  title: 'Reopen',
  effect: () => 'hours and sessions can be edited again and must then be approved again.',
  ...oneDay('reopened', 'reopening'),
}
