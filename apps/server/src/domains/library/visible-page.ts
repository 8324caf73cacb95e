/**
 * A page of those ids that are there, in their order, and how many are there in all. For lists that are short enough to
 * be gone through whole, of things that another domain keeps.
 */
export async function visiblePage(
  source: { findVisible(ids: readonly number[]): Promise<ReadonlyMap<number, unknown>> },
  ids: readonly number[],
  { page, size }: { page: number; size: number },
): Promise<{ ids: number[]; total: number }> {
  const visible = await source.findVisible(ids)
  const visibleIds = ids.filter((id) => visible.has(id))
  return { ids: visibleIds.slice((page - 1) * size, page * size), total: visibleIds.length }
}
