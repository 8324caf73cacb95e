/** Groups by key in order of first occurrence; replaces `Map.groupBy`, which older browsers lack. */
export function groupBy<Item>(list: readonly Item[], keyOf: (item: Item) => string | number): Iterable<Item[]> {
  const groups = new Map<string | number, Item[]>()
  for (const item of list) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups.values()
}
