/** The numbers of a pager; a gap stands for those that are left out. */
export type PageNumber = number | 'gap'

/**
 * Which pages a pager names: the first, the last, and those around the current one. Where the last is not known
 * (`pages` null), what follows the current one is a gap.
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

/** How many pages a total fills; null where it is so large that it was not counted to its end. */
export function pagesOf(total: number, size: number, cap: number): number | null {
  return total >= cap ? null : Math.max(1, Math.ceil(total / size))
}
