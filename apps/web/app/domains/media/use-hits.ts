import { useEffect } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'

/** Counts a play of a title once it really plays. The station counts a visitor once a day. */
export function useHits(player: PlayerHandle, id: number): void {
  useEffect(() => {
    let isCounted = false
    return player.on('playbackBegan', () => {
      if (isCounted) return
      isCounted = true
      // A play that was not counted is nobody's loss.
      callOnce('commonHits', { type: 'vod', id }, 's').catch(() => undefined)
    })
  }, [player, id])
}
