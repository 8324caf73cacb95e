/** Those of one key together, in the order of their first: `Map.groupBy` for browsers of some years ago. */
export function grouped<Item>(list: readonly Item[], keyOf: (item: Item) => string | number): Iterable<Item[]> {
  const groups = new Map<string | number, Item[]>()
  for (const item of list) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups.values()
}
