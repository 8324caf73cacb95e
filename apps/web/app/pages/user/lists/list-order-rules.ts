/** The ids in the order after one was moved by a place; the same order if it is at the end already. */
export function movedIds(ids: readonly number[], id: number, by: 1 | -1): number[] {
  const at = ids.indexOf(id)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return [...ids]
  return ids.map((one) => (one === id ? other : one === other ? id : one))
}
