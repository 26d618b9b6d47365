/** The id of the machine that watches: it is the one that is not watched, since it would watch itself for ever. */
export const WATCH_ID = 'watch'
