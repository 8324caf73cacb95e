import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { readSession, writeSession } from '../../lib/storage.ts'
import { loadedPagesText, placeOf, readLoadedPages, withNextPage, type LoadedPages } from './loaded-pages-rules.ts'

/** After that a list that is still not there has failed, or is not worth being held for. */
const patienceMs = 8000
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

/**
 * Goes to a place and stays there while what stands above it still comes and changes its height, for a few seconds or until
 * the reader moves. Returns what ends it before.
 */
function holdAt(top: number): () => void {
  const end = new AbortController()
  const growth = new ResizeObserver(() => scrollTo({ top, behavior: 'instant' }))
  growth.observe(document.body)
  const timer = setTimeout(() => end.abort(), patienceMs)
  end.signal.addEventListener('abort', () => {
    growth.disconnect()
    clearTimeout(timer)
  })
  for (const move of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(move, () => end.abort(), { passive: true, signal: end.signal })
  return () => end.abort()
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
    return top === null ? undefined : holdAt(top)
  }, [isShort, key])
  return [more, () => loadNext(entry)]
}
