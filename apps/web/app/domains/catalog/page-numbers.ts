/** A page number, or a gap for omitted numbers. */
export type PageNumber = number | 'gap'

/**
 * Page numbers of a pager: the first, the last and those around the current one. If the last is unknown (`pages` null),
 * a gap follows the current one.
 */
export function pageNumbers(page: number, pages: number | null): PageNumber[] {
  const last = pages ?? page + 2
  const near = [page - 2, page - 1, page, page + 1, page + 2].filter((number) => number > 1 && number <= last)
  const numbers = [...new Set([1, ...near, ...(pages === null ? [] : [last])])].filter((number) => number <= last)
  const withGaps = numbers.flatMap((number, at): PageNumber[] => {
    const before = numbers[at - 1]
    return before !== undefined && number - before > 1 ? ['gap', number] : [number]
  })
  return pages === null ? [...withGaps, 'gap'] : withGaps
}

/** Number of pages of a total; null if the total reached the server's counting limit. */
export function pagesOf(total: number, size: number, cap: number): number | null {
  return total >= cap ? null : Math.max(1, Math.ceil(total / size))
}
