import { watchEverySec } from '@yunmu/contract/constants'
import { useEffect, useState } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import { listen } from '../../player/core/listen.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'

/** Tells the station that one watches a channel, as long as it plays. Returns how many do; null until it is known. */
export function useBeat(player: PlayerHandle, id: number): number | null {
  const [known, setKnown] = useState<{ id: number; online: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    let hasBegun = false
    const say = (end: boolean): void => {
      callOnce('liveWatch', { id, end }, 's').then(
        ({ online }) => {
          if (isCurrent && !end) setKnown({ id, online })
        },
        // Nobody waits for it; the next word comes soon.
        () => undefined,
      )
    }
    const isPlaying = (): boolean => !player.state.getState().paused && player.state.getState().phase === 'open'
    const timer = setInterval(() => isPlaying() && say(false), watchEverySec * 1000)
    const leave = (): void => {
      if (hasBegun) say(true)
      hasBegun = false
    }
    const ends = [
      player.on('playbackBegan', () => {
        hasBegun = true
        say(false)
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
  return known?.id === id ? known.online : null
}
