import { useEffect, useRef } from 'react'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { createWatchRecorder, type WatchedMedia } from './watch-recorder.ts'

/** Records what the player plays; each episode has its own record. */
export function useWatchRecorder(player: PlayerHandle, media: WatchedMedia): void {
  const latest = useRef(media)
  useEffect(() => {
    latest.current = media
  })
  const { id, level } = media
  useEffect(() => {
    const recorder = createWatchRecorder(player, () => latest.current)
    return () => recorder.destroy()
  }, [player, id, level])
}
