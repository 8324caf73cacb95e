import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Chrome } from '../chrome/chrome-context.ts'
import { parseStoryboard } from './storyboard.ts'

/** Loads the thumbnails after playback has opened, so that they do not delay the first frame. */
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
    // Without thumbnails the seek bar shows only the time.
    load().catch(() => undefined)
    return () => abort.abort()
  }, [store, url])
}
