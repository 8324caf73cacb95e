import { watchIntervalSec } from '@yunmu/contract/constants'
import { useEffect, useState } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import { listen } from '../../player/core/listen.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'

/**
 * Reports to the server that the viewer watches a channel, while it plays. Returns the number of viewers; null until
 * known.
 */
export function useWatchHeartbeat(player: PlayerHandle, id: number): number | null {
  const [last, setLast] = useState<{ id: number; online: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    let hasStarted = false
    const send = (end: boolean): void => {
      callOnce('liveWatch', { id, end }, 's').then(
        ({ online }) => {
          if (isCurrent && !end) setLast({ id, online })
        },
        // A failed report is ignored: the next one follows soon.
        () => undefined,
      )
    }
    const isPlaying = (): boolean => !player.state.getState().paused && player.state.getState().phase === 'open'
    const timer = setInterval(() => isPlaying() && send(false), watchIntervalSec * 1000)
    const leave = (): void => {
      if (hasStarted) send(true)
      hasStarted = false
    }
    const ends = [
      player.on('playbackStarted', () => {
        hasStarted = true
        send(false)
      }),
      listen(window, { pagehide: leave }),
    ]
    return () => {
      isCurrent = false
      clearInterval(timer)
      for (const end of ends) end()
      leave()
    }
  }, [player, id])
  return last?.id === id ? last.online : null
}
