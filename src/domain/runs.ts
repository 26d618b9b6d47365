/** Work that a user starts and the server does in the background, item by item (docs/decisions/runs.md). */

export const RUN_STATES = ['running', 'done', 'canceled', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

/** What became of an item: `unchanged` if it needed nothing, `refused` with the reason. */
export const ITEM_OUTCOMES = ['waiting', 'done', 'unchanged', 'refused'] as const
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number]
