import type { Emitter } from './emitter.ts'
import type { PlayerEvents } from './player-events.ts'
import type { Stage } from './player-handle.ts'
import type { PlayerStore } from './player-state.ts'

/** Dependencies of every player part. */
export interface PlayerCore {
  stage: Stage
  state: PlayerStore
  events: Emitter<PlayerEvents>
}
