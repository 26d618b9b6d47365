const hourMs = 3_600_000
/** The hour of the night, local time, in which the tables are vacuumed. */
const nightHour = 3

/**
 * Whether a vacuum is due, since the embedded engine has no autovacuum: once a night, or at any hour if the server does
 * not run at night.
 *
 * @param last when it was last done; undefined for never
 */
export function isVacuumDue(last: Date | undefined, now: Date): boolean {
  if (last === undefined) return true
  const age = now.getTime() - last.getTime()
  return now.getHours() === nightHour ? age > 12 * hourMs : age > 36 * hourMs
}
