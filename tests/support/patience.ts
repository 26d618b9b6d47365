/**
 * How long a test waits for what a page is to show or do, in milliseconds. A wait that is over sooner costs nothing, and a
 * shared machine with three browsers on two cores stalls for longer than a user would.
 */
export const PATIENCE = 45_000
