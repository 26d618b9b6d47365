import { VisuallyHidden } from '@mantine/core'

/** The props of a `MultiSelect` that describe its input by what is chosen, which is otherwise text beside it. */
export const chosenInWords = (names: readonly string[]) => ({
  description: (
    <VisuallyHidden>{names.length === 0 ? 'None selected' : `Selected: ${names.join(', ')}`}</VisuallyHidden>
  ),
  // Nothing of it shows, so it takes no room.
  styles: {
    wrapper: { marginBlock: 0 },
    // Forty names would push the form's buttons off the screen.
    pillsList: { maxHeight: '8rem', overflowY: 'auto' as const },
  },
})
