import { listen } from '../core/listen.ts'
import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

/** Tracks whether the device is online. */
export function createNetworkPart({ state }: PlayerCore): PlayerPart {
  const update = (): void => state.setState({ offline: !navigator.onLine })
  update()
  return { destroy: listen(window, { online: update, offline: update }) }
}
