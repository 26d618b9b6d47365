/** What the small forms of the day say. */
export const dayFormMessages = {
  /** The spelling is the spec's. */
  feedbackSaved: 'Recurrence feeback updated successfully',
  /** To the letter (spec 2, section 5). */
  noLabel: 'Please Select Tracking label.',
  /** To the letter (spec 2, section 5). */
  noCaseload: 'Please select atleast one caseload',
} as const
