import { preload, preloadModule } from 'react-dom'

export interface EarlyScripts {
  script: string
  preloads: readonly string[]
}

/** Begins to load what plays, and what plays it, with the first byte of the page. */
export function EarlyStart({ scripts, url }: { scripts: EarlyScripts; url: string | null }) {
  if (typeof document === 'undefined') {
    for (const address of [scripts.script, ...scripts.preloads]) preloadModule(address)
    if (url !== null) preload(url, { as: 'fetch', crossOrigin: 'anonymous' })
  }
  return <script type="module" src={scripts.script} />
}
