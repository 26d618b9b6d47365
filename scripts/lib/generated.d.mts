/** Generated from the code and not committed. */
export const GENERATED: string
/** The statecharts as XState JSON and the JSON schemas of their events, two files per workflow. */
export const GENERATED_WORKFLOWS: string
/** Writes the workflow files when they are missing or older than their sources. */
export function ensureGenerated(root: string): void
