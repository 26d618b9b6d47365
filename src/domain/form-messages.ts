/** What forms and deletions ask and say, whatever they are about. */
export const formMessages = {
  /** Before what was entered is dropped (spec 2, section 4). */
  cancel: 'Are you sure you want to cancel?',
  /** Before anything is deleted (spec 2, section 4). */
  deletion: 'Are you sure you want to delete the record?',
  /** After the words for what somebody else changed meanwhile. */
  kept: 'Your entries are still here. Saving again replaces the other change.',
} as const
