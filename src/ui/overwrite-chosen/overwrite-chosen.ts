import type { SyntheticEvent } from 'react'

/**
 * Handlers for a combobox that shows its selection: typing replaces the selected text instead of appending to it. Tabbing
 * in already selects the text; a click would only place the caret.
 *
 * @param chosen the label of the current selection; undefined if there is none
 */
export const overwriteChosen = (chosen: string | undefined) => ({
  onClick: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (currentTarget.value === chosen) currentTarget.select()
  },
})
