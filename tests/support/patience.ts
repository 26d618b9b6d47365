/**
 * How long a test waits for a page, in milliseconds. A shorter wait costs nothing, and a busy machine with several
 * browsers can stall for longer than a user would tolerate.
 * Runs that are expected to fail set a shorter one.
 */
export const PATIENCE = Number(process.env.PATIENCE ?? 45_000)
