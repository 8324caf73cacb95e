import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Chrome } from '../chrome/chrome-context.ts'
import { parseStoryboard } from './storyboard.ts'

/** Loads the thumbnails of what plays once it plays: they must not be in the way of the first frame. */
export function useStoryboard({ player, store }: Chrome): void {
  const url = useStore(player.state, ({ phase, storyboardUrl }) => (phase === 'open' ? storyboardUrl : null))
  useEffect(() => {
    store.setState({ tiles: [] })
    if (url === null) return
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      const response = await fetch(url, { signal: abort.signal })
      if (response.ok) store.setState({ tiles: parseStoryboard(await response.text(), response.url) })
    }
    // Without them the seek bar shows the time alone.
    load().catch(() => undefined)
    return () => abort.abort()
  }, [store, url])
}
