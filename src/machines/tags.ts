/**
 * The tags that states carry. A screen asks for these rather than for a state's name wherever it can:
 * `busy` shows progress and disables buttons, `editable` unlocks inputs, `failed` shows the error.
 */
export type Tag = 'busy' | 'editable' | 'failed'
