import { beforeSignOut, onSignedOut } from '../../lib/session/session.ts'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { saveWatch } from '../../lib/watching/watch-records.ts'
import { listen } from '../../player/core/listen.ts'
import type { PlayerHandle, PlayerPart } from '../../player/core/player-handle.ts'
import { sendWatches } from './watch-sync.ts'

const everyMs = 5000
const sentEveryMs = 10_000

/** What is remembered beside the position. */
export type WatchFacts = Pick<WatchRecord, 'id' | 'level' | 'name' | 'isLevel' | 'pidId' | 'img'>

/**
 * Remembers where it plays: every five seconds, when it stops, and when the page is hidden or left. Of somebody who is
 * signed in the station hears every ten seconds, and whenever it stops.
 */
export function createWatchPart(player: PlayerHandle, facts: () => WatchFacts): PlayerPart {
  let watched: WatchFacts | null = null
  let hasBegun = false
  /** Where it was when that was remembered last; null before. */
  let savedSec: number | null = null
  let savedMs = 0
  let sentMs = 0
  const save = (): void => {
    const { positionSec, durationSec, lineId, ended } = player.state.getState()
    const currentTime = ended ? durationSec : positionSec
    // A page that rests must not look newer than what was watched elsewhere meanwhile.
    if (!watched || durationSec === 0 || currentTime === savedSec) return
    savedSec = currentTime
    savedMs = Date.now()
    const time = Math.floor(savedMs / 1000)
    saveWatch({ ...watched, ids: lineId, type: 'vod', time, currentTime, duration: durationSec })
  }
  const saveAndSend = async (haste: 'plays' | 'urgent'): Promise<void> => {
    save()
    if (!watched) return
    sentMs = savedMs
    await sendWatches(haste)
  }
  const saveNow = (): void => void saveAndSend('urgent')
  const saveInTurn = (): void => {
    if (Date.now() - savedMs < everyMs) return
    if (hasBegun) watched ??= facts()
    if (Date.now() - sentMs >= sentEveryMs) void saveAndSend('plays')
    else save()
  }
  const saveWhenHidden = (): void => {
    if (document.visibilityState === 'hidden') saveNow()
  }
  const ends = [
    // Only what has really begun is remembered, under the name that it had then.
    player.on('playbackBegan', () => {
      hasBegun = true
      savedSec = null
      watched = facts()
      void saveAndSend('plays')
    }),
    player.on('timeChanged', saveInTurn),
    player.on('paused', saveNow),
    // While it plays the next record says so soon enough.
    player.on('seeked', () => (player.state.getState().paused ? saveNow() : save())),
    player.on('ended', saveNow),
    beforeSignOut(() => saveAndSend('urgent')),
    // A page that is left with the session leaves no trace of the person; one that stays goes on as a visitor's.
    onSignedOut(() => {
      watched = null
      savedMs = Date.now()
    }),
    listen(document, { visibilitychange: saveWhenHidden }),
    listen(window, { pagehide: saveNow }),
  ]
  return {
    destroy() {
      saveNow()
      for (const end of ends) end()
    },
  }
}
