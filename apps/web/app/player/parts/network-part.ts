import { listen } from '../core/listen.ts'
import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

/** Knows whether the device has a network at all. */
export function createNetworkPart({ state }: PlayerCore): PlayerPart {
  const tell = (): void => state.setState({ offline: !navigator.onLine })
  tell()
  return { destroy: listen(window, { online: tell, offline: tell }) }
}
