/** Work that a user starts and the server does in the background, item by item. */

/** Of a run of invoices. */
export const INVOICE_RUN_STATES = ['running', 'done', 'canceled', 'failed'] as const

/** Of a run of letters, which nobody can cancel. */
export const LETTER_RUN_STATES = ['running', 'done', 'failed'] as const
