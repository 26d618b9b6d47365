/** Messages of the day's dialogs. */
export const dayFormMessages = {
  /** Spelled as in the spec. */
  feedbackSaved: 'Recurrence feeback updated successfully',
  /** Verbatim from the spec (2, section 5). */
  noLabel: 'Please Select Tracking label.',
  /** Verbatim from the spec (2, section 5). */
  noCaseload: 'Please select atleast one caseload',
} as const
