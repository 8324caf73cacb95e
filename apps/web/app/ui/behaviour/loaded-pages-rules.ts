/** How many pages beyond the first a list has loaded, by the entry of the tab's history, the latest last. */
export type LoadedPages = ReadonlyMap<string, number>

/** Entries that are remembered. */
const mostEntries = 50

/** With one more page for the entry; the oldest entries are forgotten. */
export function withNextPage(loaded: LoadedPages, entry: string): LoadedPages {
  const others = [...loaded].filter(([other]) => other !== entry)
  return new Map([...others, [entry, (loaded.get(entry) ?? 0) + 1] as const].slice(-mostEntries))
}

/** The numbers above 0 of an object that was kept as text; none of what cannot be read. */
function keptNumbers(text: string): [string, number][] {
  try {
    const kept: unknown = JSON.parse(text)
    return kept instanceof Object ? Object.entries(kept).filter(([, value]) => Number.isFinite(value) && value > 0) : []
  } catch {
    return []
  }
}

/** Reads what was kept; what cannot be read is nothing. */
export const readLoadedPages = (text: string): LoadedPages =>
  new Map(keptNumbers(text).filter(([, count]) => Number.isInteger(count)))

/** How far an entry was scrolled, in pixels, by what the router kept; null where it does not say. */
export const placeOf = (text: string, key: string): number | null =>
  keptNumbers(text).find(([known]) => known === key)?.[1] ?? null

export const loadedPagesText = (loaded: LoadedPages): string => JSON.stringify(Object.fromEntries(loaded))
