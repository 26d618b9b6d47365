/**
 * State tags. Screens check these instead of state names where they can:
 * `busy` shows progress and disables buttons, `editable` unlocks inputs, `failed` shows the error.
 */
export type Tag = 'busy' | 'editable' | 'failed'
