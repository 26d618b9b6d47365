import type { KeyboardEvent } from 'react'

/** Runs the move of the pressed key, and keeps the browser from using the key; not with a modifier. */
export const moveByKey = (event: KeyboardEvent, moves: Readonly<Record<string, () => void>>): boolean => {
  const move = moves[event.key]
  if (!move || event.altKey || event.ctrlKey || event.metaKey) return false
  event.preventDefault()
  move()
  return true
}
