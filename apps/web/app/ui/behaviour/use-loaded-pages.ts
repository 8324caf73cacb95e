import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { readSession, writeSession } from '../../lib/storage.ts'
import { loadedPagesText, scrollTopOf, readLoadedPages, withNextPage, type LoadedPages } from './loaded-pages-rules.ts'

/** A list that has not rendered by then has failed, or is too slow to hold the position for. */
const holdTimeoutMs = 8000
const storageKey = 'loaded-pages'
/** Session storage key in which the router stores scroll positions. */
const scrollPositionsKey = 'react-router-scroll-positions'

/** Pages loaded by scrolling, so that they are shown again after going back or reloading. */
let loaded: LoadedPages | null = null
const listeners = new Set<() => void>()

const loadedPages = (): LoadedPages => (loaded ??= readLoadedPages(readSession(storageKey) ?? ''))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function loadNext(entry: string): void {
  loaded = withNextPage(loadedPages(), entry)
  writeSession(storageKey, loadedPagesText(loaded))
  for (const listener of listeners) listener()
}

/**
 * Scrolls to a position and holds it while content above still loads and changes its height, for a few seconds or until
 * the user scrolls. Returns a function that stops it.
 */
function holdScrollAt(top: number): () => void {
  const end = new AbortController()
  const resizeObserver = new ResizeObserver(() => scrollTo({ top, behavior: 'instant' }))
  resizeObserver.observe(document.body)
  const timer = setTimeout(() => end.abort(), holdTimeoutMs)
  end.signal.addEventListener('abort', () => {
    resizeObserver.disconnect()
    clearTimeout(timer)
  })
  for (const move of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(move, () => end.abort(), { passive: true, signal: end.signal })
  return () => end.abort()
}

/** Number of pages beyond the first, and a function that loads one more. */
export function useLoadedPages(): [more: number, loadNext: () => void] {
  const { key, pathname, search } = useLocation()
  // The key alone is the same for every page that a tab starts with.
  const entry = `${key} ${pathname}${search}`
  // The server renders none: they are added after hydration.
  const more = useSyncExternalStore(
    subscribe,
    () => loadedPages().get(entry) ?? 0,
    () => 0,
  )
  // The router has scrolled only as far as the page reached before these pages were added.
  const [isIncomplete] = useState(() => more < (loadedPages().get(entry) ?? 0))
  useEffect(() => {
    const top = isIncomplete ? scrollTopOf(readSession(scrollPositionsKey) ?? '', key) : null
    return top === null ? undefined : holdScrollAt(top)
  }, [isIncomplete, key])
  return [more, () => loadNext(entry)]
}
