/** Messages shared by all forms and deletions. */
export const formMessages = {
  /** Before discarding entries (spec 2, section 4). */
  cancel: 'Are you sure you want to cancel?',
  /** Before a deletion (spec 2, section 4). */
  deletion: 'Are you sure you want to delete the record?',
  /** Follows the message about someone else's change. */
  kept: 'Your entries are still here. Saving again replaces the other change.',
} as const
