/** Items by key, in their order; a group is never empty. */
export const grouped = <Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => Value,
): Map<Value, [Item, ...Item[]]> => {
  const groups = new Map<Value, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
