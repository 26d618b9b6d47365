const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/**
 * Names the content of an access list: the same for the same screens, in any order (FNV-1a). The server sends it with
 * every reply, so that a browser notices that its list is out of date.
 */
export const accessVersionOf = (screens: Iterable<string>): string => {
  const text = [...screens].toSorted().join()
  let hash = OFFSET
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
