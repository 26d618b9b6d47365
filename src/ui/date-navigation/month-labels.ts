/** Names for the controls of a month that @mantine/dates leaves without one; both dropdowns share theirs. */
export const MONTH_LABELS = {
  monthLevelControl: 'Month and year',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
} as const
