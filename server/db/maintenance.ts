const hourMs = 3_600_000
/** The hour of the night, local time, in which the tables are vacuumed. */
const nightHour = 3

/**
 * Whether it is time for what PostgreSQL's autovacuum would do, as the embedded engine has none: once a night, or at
 * any hour where the server does not run at night.
 *
 * @param last when it was done last; undefined: never
 */
export function isVacuumDue(last: Date | undefined, now: Date): boolean {
  if (last === undefined) return true
  const age = now.getTime() - last.getTime()
  return now.getHours() === nightHour ? age > 12 * hourMs : age > 36 * hourMs
}
