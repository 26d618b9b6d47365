/** Accessible names for controls that @mantine/dates leaves unlabeled; both dropdowns share one. */
export const MONTH_LABELS = {
  monthLevelControl: 'Month and year',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
} as const
