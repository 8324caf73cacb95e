import type { Script } from '@yunmu/contract'
import type { CallCache } from '../calls/call-cache.ts'

interface BrowserState {
  cache: CallCache
  /** The reader's script of this moment. */
  script: () => Script
}

let state: BrowserState | null = null

/** Tells the loaders, which run outside React, where the cache is and how to learn the script. */
export function setBrowserState(next: BrowserState): void {
  state = next
}

export function browserState(): BrowserState {
  if (!state) throw new Error('no context')
  return state
}
