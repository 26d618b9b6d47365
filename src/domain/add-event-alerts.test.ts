import { expect, it } from 'vitest'
import { addEventAlert } from './add-event-alerts.ts'
import { emptySessionForm, type SessionFormValues, sessionFormSchema } from './session-form.ts'

const complete: SessionFormValues = {
  ...emptySessionForm({ date: '2026-03-03', startTime: '09:00' }),
  mode: 'basic',
  eventName: 'Speech group',
  schoolId: 1,
  serviceId: 10,
}

/** The dialog's alert for a provider's form with the given change. */
const alertFor = (change: Partial<SessionFormValues>) => {
  const parsed = sessionFormSchema({ asksProvider: false, asksRateType: false }).safeParse({ ...complete, ...change })
  const paths = parsed.error?.issues.map(({ path }) => path.join('.')) ?? []
  return paths.length === 0 ? undefined : addEventAlert(paths)
}

const recurring = (recurrence: Partial<SessionFormValues['recurrence']>, endDate = '2026-04-28') => ({
  endDate,
  recurrence: { ...complete.recurrence, ...recurrence },
})
const { daily, weekly, monthly } = complete.recurrence

it.each<[string, Partial<SessionFormValues>, string | undefined]>([
  ['nothing', {}, undefined],
  ['no start', { startTime: '' }, 'Please enter correct data'],
  ['no end', { endTime: '' }, 'Please enter correct data'],
  ['no name', { eventName: ' ' }, 'Please enter correct data'],
  ['no school', { schoolId: null }, 'Please enter correct data'],
  ['no service', { serviceId: null }, 'Please enter correct data'],
  ['an end before the start', { startTime: '10:00', endTime: '09:00' }, 'Please enter correct data'],
  ['no end date', recurring({ type: 'daily' }, ''), 'Please enter correct data'],
  ['every 0 days', recurring({ type: 'daily', daily: { ...daily, everyNDays: 0 } }), 'Please enter correct data'],
  ['no day of the week', recurring({ type: 'weekly' }), 'Please select at least one week and day'],
  [
    'neither week nor day',
    recurring({ type: 'weekly', weekly: { ...weekly, option: 'weeksOfMonth' } }),
    'Please select at least one week and day',
  ],
  ['no dates of the month', recurring({ type: 'monthly' }), 'Please enter correct Data'],
  [
    'every 0 months',
    recurring({ type: 'monthly', monthly: { ...monthly, everyNMonths: 0, dates: [3] } }),
    'Please enter correct Data',
  ],
  [
    'no week and no day of the month',
    recurring({ type: 'monthly', monthly: { ...monthly, option: 'nthWeekday' } }),
    'Please enter correct Data',
  ],
  ['no name and no day of the week', { ...recurring({ type: 'weekly' }), eventName: '' }, 'Please enter correct data'],
])('%s', (_, change, words) => {
  expect(alertFor(change)).toBe(words)
})
