import type { Script } from '@yunmu/contract'
import { QueryClient } from '@tanstack/react-query'

interface BrowserState {
  client: QueryClient
  /** The reader's script of this moment. */
  script: () => Script
}

let state: BrowserState | null = null

/** The one query cache of this browser page. Each rendering on the server has its own. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } })
}

/** Tells the loaders, which run outside React, where the cache is and how to learn the script. */
export function setBrowserState(next: BrowserState): void {
  state = next
}

export function browserState(): BrowserState {
  if (!state) throw new Error('the page has not started yet')
  return state
}
