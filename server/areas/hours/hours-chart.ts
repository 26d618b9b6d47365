/** A chart of the details of a report: the hours of each school, provider or the like. */
export const hoursChart = <Row extends { readonly hours: number }>(caption: string, label: (row: Row) => string) => ({
  caption,
  label,
  value: (row: Row) => row.hours,
  text: (hours: number) => `${hours.toFixed(2)} h`,
})
