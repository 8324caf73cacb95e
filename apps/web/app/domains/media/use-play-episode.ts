import { use, useEffect, useRef, useState } from 'react'
import { CallCacheContext } from '../../lib/calls/call-query.ts'
import { createPlayRequester } from '../../player/core/play-query.ts'
import type { PlayerHandle, PlayLine, PlayResult } from '../../player/core/player-handle.ts'

interface EpisodeToPlay {
  id: number
  level: number
  /** In the order of trying, the preferred one first. */
  lines: readonly PlayLine[]
  /** Start position, evaluated when playback starts. */
  startSec: () => number
}

/**
 * Plays an episode: a new episode from its start position, a new source at the current position. Returns the position
 * that was resumed from, 0 for the start. Changes of names or script do not restart playback.
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
  const startedKey = useRef('')
  useEffect(() => {
    if (!cache || lineId === null) return
    if (startedKey.current === `${id} ${level}`) {
      if (player.state.getState().lineId !== lineId) player.changeLine(lineId)
      return
    }
    startedKey.current = `${id} ${level}`
    const { lines, startSec } = latest.current
    const at = startSec()
    setResumedSec(at)
    const request = createPlayRequester(cache)
    const requestPlay = (line: number): Promise<PlayResult> => request({ type: 'vod', id, lineId: line, level })
    player.load({ lines, lineId, startSec: at, requestPlay })
  }, [player, cache, id, level, lineId])
  return resumedSec
}
