import type { WatchRecord } from '../../lib/watch-record-rules.ts'
import { rememberWatch } from '../../lib/watch-records.ts'
import { listen } from '../../player/core/listen.ts'
import type { PlayerHandle, PlayerPart } from '../../player/core/player-handle.ts'

const everyMs = 5000

/** What is remembered beside the position. */
export type WatchFacts = Pick<WatchRecord, 'id' | 'level' | 'name' | 'isLevel' | 'pidId' | 'img'>

/** Remembers where it plays: every five seconds, when it stops, and when the page is hidden or left. */
export function createWatchPart(player: PlayerHandle, facts: () => WatchFacts): PlayerPart {
  let watched: WatchFacts | null = null
  let savedMs = 0
  const save = (): void => {
    const { positionSec, durationSec, lineId, ended } = player.state.getState()
    if (!watched || durationSec === 0) return
    savedMs = Date.now()
    rememberWatch({
      ...watched,
      ids: lineId,
      type: 'vod',
      time: Math.floor(savedMs / 1000),
      currentTime: ended ? durationSec : positionSec,
      duration: durationSec,
    })
  }
  const saveWhenHidden = (): void => {
    if (document.visibilityState === 'hidden') save()
  }
  const ends = [
    // Only what has really begun is remembered, under the name that it had then.
    player.on('playbackBegan', () => {
      watched = facts()
      save()
    }),
    player.on('timeChanged', () => {
      if (Date.now() - savedMs >= everyMs) save()
    }),
    player.on('paused', save),
    player.on('seeked', save),
    player.on('ended', save),
    listen(document, { visibilitychange: saveWhenHidden }),
    listen(window, { pagehide: save }),
  ]
  return {
    destroy() {
      save()
      for (const end of ends) end()
    },
  }
}
