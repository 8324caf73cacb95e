import { useState } from 'react'
import { useLocation } from 'react-router'

/** Pages that were loaded by scrolling, by the entry of the browser's history: who comes back finds them there. */
const loaded = new Map<string, number>()
/** Entries that are remembered. */
const mostEntries = 50

/** How many pages beyond the first a list shows, and what shows one more. */
export function useLoadedPages(): [more: number, loadNext: () => void] {
  const { key } = useLocation()
  const [more, setMore] = useState(() => loaded.get(key) ?? 0)
  return [
    more,
    () => {
      loaded.delete(key)
      loaded.set(key, more + 1)
      for (const old of loaded.keys()) {
        if (loaded.size <= mostEntries) break
        loaded.delete(old)
      }
      setMore(more + 1)
    },
  ]
}
