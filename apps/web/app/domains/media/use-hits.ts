import { useEffect } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'

/** Counts a play of a title once playback has started. The server counts each visitor once a day. */
export function useHits(player: PlayerHandle, id: number): void {
  useEffect(() => {
    let isCounted = false
    return player.on('playbackStarted', () => {
      if (isCounted) return
      isCounted = true
      // An uncounted play is acceptable.
      callOnce('commonHits', { type: 'vod', id }, 's').catch(() => undefined)
    })
  }, [player, id])
}
