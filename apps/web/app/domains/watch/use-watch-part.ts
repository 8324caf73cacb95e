import { useEffect, useRef } from 'react'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { createWatchPart, type WatchFacts } from './watch-part.ts'

/** Remembers what the player plays. An episode is a record of its own: another begins another. */
export function useWatchPart(player: PlayerHandle, facts: WatchFacts): void {
  const latest = useRef(facts)
  useEffect(() => {
    latest.current = facts
  })
  const { id, level } = facts
  useEffect(() => {
    const part = createWatchPart(player, () => latest.current)
    return () => part.destroy()
  }, [player, id, level])
}
