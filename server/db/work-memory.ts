/**
 * How much memory a step of a query may take before it sorts on disk. With PostgreSQL's default of 4 MB, adding up a
 * half-month of a few hundred providers sorts its rows instead of hashing them, and takes twice as long.
 */
export const WORK_MEMORY = '32MB'
