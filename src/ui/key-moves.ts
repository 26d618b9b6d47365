/** An event of the browser or of React. */
type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

/** Runs the move of the pressed key, and keeps the browser from using the key; not with a modifier. */
export const moveByKey = (event: PressedKey, moves: Readonly<Record<string, () => void>>): boolean => {
  const move = moves[event.key]
  if (!move || event.altKey || event.ctrlKey || event.metaKey) return false
  event.preventDefault()
  move()
  return true
}
