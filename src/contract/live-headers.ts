/**
 * Headers around what changes while a page is open, and the pace of the stream. Part of the initial scripts, unlike the
 * stream's contract.
 */

/** Of replies to calls that changed records: the transaction, so that a page recognizes its own changes. */
export const CHANGE = 'X-Change'

/**
 * Of calls that a page makes by itself: they don't keep a session from ending because nobody uses it. Its value doesn't
 * matter.
 */
export const UNATTENDED = 'Unattended'

/** How often a stream says that it is alive, in milliseconds, at the latest. */
export const BEAT_EVERY = 20_000
