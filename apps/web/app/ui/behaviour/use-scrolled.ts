import { scrollThresholdPx } from '@yunmu/contract/constants'
import { useSyncExternalStore } from 'react'

function onScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

/** Whether the page is scrolled beyond 200 px. */
export const useScrolled = (): boolean =>
  useSyncExternalStore(
    onScroll,
    () => scrollY > scrollThresholdPx,
    () => false,
  )

/** Scrolls to the top, smoothly unless the user prefers reduced motion. */
export function scrollToTop(): void {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: reduced ? 'auto' : 'smooth' })
}
