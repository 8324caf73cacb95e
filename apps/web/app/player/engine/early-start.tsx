import { preload, preloadModule } from 'react-dom'
import type { EarlyPlay } from './early-play.ts'

export interface EarlyScripts {
  script: string
  preloads: readonly string[]
}

/** Preloads the player's script and the playlist with the first bytes of the page. */
export function EarlyStart({ scripts, play }: { scripts: EarlyScripts; play: EarlyPlay }) {
  if (typeof document === 'undefined') {
    for (const address of scripts.preloads) preloadModule(address)
    preload(play.url, { as: 'fetch', crossOrigin: 'anonymous' })
  }
  return <script type="module" async fetchPriority="high" src={scripts.script} data-early={JSON.stringify(play)} />
}
