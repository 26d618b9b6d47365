/**
 * Alerts of the weekday calendar's Add Event dialog when its form is incomplete (spec 2, section 5, "Manage Schedules
 * variant"). The rules and field errors are the session form's; only the spec's alert texts differ.
 */
export const addEventAlerts = {
  incomplete: 'Please enter correct data',
  weekly: 'Please select at least one week and day',
  monthly: 'Please enter correct Data',
} as const

/** Start, end, name, school and end date: reported before the recurrence. */
const FIRST_ASKED: readonly string[] = ['date', 'startTime', 'endTime', 'eventName', 'schoolId', 'endDate']

/** @param paths the invalid fields, named as in `sessionFormSchema`; at least one */
export const addEventAlert = (paths: readonly string[]): string => {
  const isOf = (type: string) => paths.some((path) => path.startsWith(`recurrence.${type}`))
  if (paths.some((path) => FIRST_ASKED.includes(path))) return addEventAlerts.incomplete
  if (isOf('weekly')) return addEventAlerts.weekly
  return isOf('monthly') ? addEventAlerts.monthly : addEventAlerts.incomplete
}
