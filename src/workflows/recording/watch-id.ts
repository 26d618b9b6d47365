/** The id of the watching machine, which is excluded from watching: it would watch itself forever. */
export const WATCH_ID = 'watch'
