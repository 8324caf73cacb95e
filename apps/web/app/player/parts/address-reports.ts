import { callOnce } from '../../lib/calls/call-query.ts'
import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

/** Tells the station which addresses of other hosts play here: by this they are ranked. A report that is lost is no loss. */
export function createAddressReports({ events, state }: PlayerCore): PlayerPart {
  const end = events.on('addressTried', ({ id, failed }) => {
    if (state.getState().offline) return
    callOnce('addressReport', { id, failed }, 's').catch(() => undefined)
  })
  return { destroy: end }
}
