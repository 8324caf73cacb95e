import { useLayoutEffect, useState, type RefObject } from 'react'
import { fittingCount } from './fitting-rules.ts'

/** On narrower pages the row scrolls. */
const wide = '(width >= 1200px)'

/**
 * How many children of a list fit into one line, so that its last child, which holds the others, fits behind them. Null until
 * it has been measured. All children must keep their widths when they are not shown.
 * @param content changes when the children do
 */
export function useFittingCount(list: RefObject<HTMLElement | null>, content: string): number | null {
  const [count, setCount] = useState<number | null>(null)
  useLayoutEffect(() => {
    const row = list.current
    if (!row) return
    const measure = (): void => {
      const widths = [...row.children].map((child) => child.getBoundingClientRect().width)
      const entries = widths.slice(0, -1)
      const more = widths.at(-1) ?? 0
      const gap = Number.parseFloat(getComputedStyle(row).columnGap)
      const available = row.getBoundingClientRect().width
      setCount(matchMedia(wide).matches ? fittingCount({ entries, more, gap, available }) : entries.length)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    measure()
    return () => observer.disconnect()
  }, [list, content])
  return count
}
