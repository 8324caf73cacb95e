import { useEffect, useRef } from 'react'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { saveWatch } from '../../lib/watching/watch-records.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { levelOf } from './watch-recorder.ts'
import { sendWatches } from './watch-sync.ts'

/** Data of a channel or a running match stored in a watch record. */
export type WatchedBroadcast = Pick<WatchRecord, 'type' | 'id' | 'name' | 'img'>

const saveIntervalMs = 60_000

/** Stores that a broadcast was watched, when playback starts and every minute. It has no position. */
export function useLiveWatch(player: PlayerHandle, broadcast: WatchedBroadcast): void {
  const latest = useRef(broadcast)
  useEffect(() => {
    latest.current = broadcast
  })
  const { id } = broadcast
  useEffect(() => {
    let hasStarted = false
    const save = (): void => {
      const { paused, phase, lineId } = player.state.getState()
      if (!hasStarted || paused || phase !== 'open') return
      const time = Math.floor(Date.now() / 1000)
      const isLevel = false
      saveWatch({
        ...latest.current,
        ids: lineId,
        level: levelOf({ ...latest.current, level: 1 }, lineId),
        time,
        currentTime: 0,
        duration: 0,
        isLevel,
        pidId: 0,
      })
      void sendWatches('playing')
    }
    const timer = setInterval(save, saveIntervalMs)
    const end = player.on('playbackStarted', () => {
      hasStarted = true
      save()
    })
    return () => {
      clearInterval(timer)
      end()
    }
  }, [player, id])
}
