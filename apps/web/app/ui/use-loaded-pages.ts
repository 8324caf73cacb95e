import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { readSession, writeSession } from '../lib/storage.ts'
import { loadedPagesText, placeOf, readLoadedPages, withNextPage, type LoadedPages } from './loaded-pages-rules.ts'

const storageKey = 'loaded-pages'
/** Where the router keeps how far each entry was scrolled. */
const placesKey = 'react-router-scroll-positions'

/** Pages that were loaded by scrolling: who comes back to a list, or reloads it, finds them there. */
let loaded: LoadedPages | null = null
const listeners = new Set<() => void>()

const loadedPages = (): LoadedPages => (loaded ??= readLoadedPages(readSession(storageKey) ?? ''))

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function loadNext(entry: string): void {
  loaded = withNextPage(loadedPages(), entry)
  writeSession(storageKey, loadedPagesText(loaded))
  for (const listener of listeners) listener()
}

/** How many pages beyond the first a list shows, and what shows one more. */
export function useLoadedPages(): [more: number, loadNext: () => void] {
  const { key, pathname, search } = useLocation()
  // The key alone is the same for every page that a tab begins with.
  const entry = `${key} ${pathname}${search}`
  // The server knows of none: they come once the page is taken over.
  const more = useSyncExternalStore(
    watch,
    () => loadedPages().get(entry) ?? 0,
    () => 0,
  )
  // The router went as far as the page reached then.
  const [isShort] = useState(() => more < (loadedPages().get(entry) ?? 0))
  useEffect(() => {
    const top = isShort ? placeOf(readSession(placesKey) ?? '', key) : null
    if (top !== null) requestAnimationFrame(() => scrollTo({ top, behavior: 'instant' }))
  }, [isShort, key])
  return [more, () => loadNext(entry)]
}
