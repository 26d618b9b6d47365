/** 'May 3', with the year unless it is this one. */
export const dayText = (at: number, timeZone: string, now = Date.now()): string => {
  const yearOf = (time: number) => new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(time)
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'long',
    day: 'numeric',
    ...(yearOf(at) !== yearOf(now) && { year: 'numeric' }),
  }).format(at)
}
