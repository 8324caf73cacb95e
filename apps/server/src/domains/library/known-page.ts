/**
 * A page of those ids that are there, in their order, and how many are there in all. For lists that are short enough to
 * be gone through whole, of things that another domain keeps.
 */
export async function knownPage(
  those: { known(ids: readonly number[]): Promise<ReadonlyMap<number, unknown>> },
  ids: readonly number[],
  { page, size }: { page: number; size: number },
): Promise<{ ids: number[]; total: number }> {
  const known = await those.known(ids)
  const there = ids.filter((id) => known.has(id))
  return { ids: there.slice((page - 1) * size, page * size), total: there.length }
}
