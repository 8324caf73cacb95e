/** Number of pages loaded beyond the first, by history entry, latest last. */
export type LoadedPages = ReadonlyMap<string, number>

const maxEntries = 50

/** Adds one page to the entry; drops the oldest entries. */
export function withNextPage(loaded: LoadedPages, entry: string): LoadedPages {
  const others = [...loaded].filter(([other]) => other !== entry)
  return new Map([...others, [entry, (loaded.get(entry) ?? 0) + 1] as const].slice(-maxEntries))
}

/** Positive numbers of a stored JSON object; empty if it is invalid. */
function positiveNumbers(text: string): [string, number][] {
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed instanceof Object
      ? Object.entries(parsed).filter(([, value]) => Number.isFinite(value) && value > 0)
      : []
  } catch {
    return []
  }
}

/** Parses the stored map; invalid entries are skipped. */
export const readLoadedPages = (text: string): LoadedPages =>
  new Map(positiveNumbers(text).filter(([, count]) => Number.isInteger(count)))

/** Scroll position in pixels that the router stored for a history key; null if it has none. */
export const scrollTopOf = (text: string, key: string): number | null =>
  positiveNumbers(text).find(([known]) => known === key)?.[1] ?? null

export const loadedPagesText = (loaded: LoadedPages): string => JSON.stringify(Object.fromEntries(loaded))
