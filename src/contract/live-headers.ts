/**
 * Headers around what changes while a page is open, and the pace of the stream. Part of the initial scripts, unlike the
 * stream's contract.
 */

/** In replies to calls that changed records: the transaction, so that a page recognizes its own changes. */
export const CHANGE = 'X-Change'

/**
 * In calls that a page makes by itself: they don't keep an unused session from ending. Its value doesn't
 * matter.
 */
export const UNATTENDED = 'Unattended'

/** How often a stream says that it is alive, in milliseconds, at the latest. */
export const BEAT_EVERY = 20_000
