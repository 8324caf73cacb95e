import { use, useEffect, useRef, useState } from 'react'
import { CallCacheContext } from '../../lib/calls/call-query.ts'
import type { PlayerHandle, PlayLine } from '../../player/core/player-handle.ts'
import { createAsker } from './play-query.ts'

interface EpisodeToPlay {
  id: number
  level: number
  /** In the order in which they are tried, the wanted one first. */
  lines: readonly PlayLine[]
  /** Where to begin, asked for when it begins. */
  startSec: () => number
}

/**
 * Plays an episode: from the start when it is another one, at the same moment when only the line is. Returns where it
 * was gone on with, 0 from the start. Names and scripts may change without it beginning again.
 */
export function usePlayEpisode(player: PlayerHandle, episode: EpisodeToPlay): number {
  const cache = use(CallCacheContext)
  const [resumedSec, setResumedSec] = useState(0)
  const latest = useRef(episode)
  useEffect(() => {
    latest.current = episode
  })
  const { id, level } = episode
  const lineId = episode.lines[0]?.id ?? null
  const begun = useRef('')
  useEffect(() => {
    if (!cache || lineId === null) return
    if (begun.current === `${id} ${level}`) {
      if (player.state.getState().lineId !== lineId) player.changeLine(lineId)
      return
    }
    begun.current = `${id} ${level}`
    const { lines, startSec } = latest.current
    const at = startSec()
    setResumedSec(at)
    player.load({ lines, lineId, startSec: at, ask: createAsker(cache, { id, level }) })
  }, [player, cache, id, level, lineId])
  return resumedSec
}
