/**
 * What the Add Event dialog of the weekday calendar says when its form is not complete (spec 2, section 5, "Manage
 * Schedules variant"). The rules are the session form's, and its fields are marked as everywhere: these are other words
 * for the same, to the letter.
 */
export const addEventAlerts = {
  incomplete: 'Please enter correct data',
  weekly: 'Please select at least one week and day',
  monthly: 'Please enter correct Data',
} as const

/** Start, end, name, school and end date: asked for before anything of the recurrence. */
const FIRST_ASKED: readonly string[] = ['date', 'startTime', 'endTime', 'eventName', 'schoolId', 'endDate']

/** @param paths the form's fields that have a message, as `sessionFormSchema` names them; at least one */
export const addEventAlert = (paths: readonly string[]): string => {
  const isOf = (type: string) => paths.some((path) => path.startsWith(`recurrence.${type}`))
  if (paths.some((path) => FIRST_ASKED.includes(path))) return addEventAlerts.incomplete
  if (isOf('weekly')) return addEventAlerts.weekly
  return isOf('monthly') ? addEventAlerts.monthly : addEventAlerts.incomplete
}
