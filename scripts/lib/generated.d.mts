/** What is made from the code and not committed, below the project's folder. */
export const GENERATED: string
/** The statecharts as XState JSON and the JSON schemas of their events, two files for each workflow. */
export const GENERATED_WORKFLOWS: string
/** Writes the files of the workflows when they are missing or older than their sources. */
export function ensureGenerated(root: string): void
