/**
 * A page of those ids that are visible, in their order, and the number of all visible ones. For lists of another
 * domain's objects that are short enough to be checked as a whole.
 */
export async function visiblePage(
  findVisible: (ids: readonly number[]) => Promise<ReadonlyMap<number, unknown>>,
  ids: readonly number[],
  { page, size }: { page: number; size: number },
): Promise<{ ids: number[]; total: number }> {
  const visible = await findVisible(ids)
  const visibleIds = ids.filter((id) => visible.has(id))
  return { ids: visibleIds.slice((page - 1) * size, page * size), total: visibleIds.length }
}
