import type { SyntheticEvent } from 'react'

/**
 * Handlers of a box that shows what is chosen and is typed into: what is typed takes its place rather than standing behind
 * it. By keyboard the browser does so by itself; a click would put the caret between the letters.
 *
 * @param chosen what the box shows while nobody types; undefined where nothing is chosen
 */
export const overwriteChosen = (chosen: string | undefined) => ({
  onClick: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (currentTarget.value === chosen) currentTarget.select()
  },
})
