import { useEffect, useRef } from 'react'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { saveWatch } from '../../lib/watching/watch-records.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { sendWatches } from './watch-sync.ts'

/** What of a channel is remembered. */
export type WatchedChannel = Pick<WatchRecord, 'id' | 'name' | 'img'>

const everyMs = 60_000

/** Remembers that a channel was watched: when it begins to play, and every minute. It has no place to go on from. */
export function useLiveWatch(player: PlayerHandle, channel: WatchedChannel): void {
  const latest = useRef(channel)
  useEffect(() => {
    latest.current = channel
  })
  const { id } = channel
  useEffect(() => {
    let hasBegun = false
    const save = (): void => {
      const { paused, phase, lineId } = player.state.getState()
      if (!hasBegun || paused || phase !== 'open') return
      const time = Math.floor(Date.now() / 1000)
      const isLevel = false
      saveWatch({
        ...latest.current,
        ids: lineId,
        type: 'live',
        level: 1,
        time,
        currentTime: 0,
        duration: 0,
        isLevel,
        pidId: 0,
      })
      void sendWatches('plays')
    }
    const timer = setInterval(save, everyMs)
    const end = player.on('playbackBegan', () => {
      hasBegun = true
      save()
    })
    return () => {
      clearInterval(timer)
      end()
    }
  }, [player, id])
}
