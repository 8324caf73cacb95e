import type { Script } from '@yunmu/contract'
import type { CallCache } from '../calls/call-cache.ts'

interface BrowserState {
  cache: CallCache
  /** The viewer's current script. */
  script: () => Script
}

let state: BrowserState | null = null

/** Provides the cache and the script to the loaders, which run outside React. */
export function setBrowserState(next: BrowserState): void {
  state = next
}

export function browserState(): BrowserState {
  if (!state) throw new Error('browserState() was called before setBrowserState()')
  return state
}
