import { beforeSignOut, onSignedOut } from '../../lib/session/session.ts'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { saveWatch } from '../../lib/watching/watch-records.ts'
import { listen } from '../../player/core/listen.ts'
import type { PlayerHandle, PlayerPart } from '../../player/core/player-handle.ts'
import { sendWatches } from './watch-sync.ts'

const saveIntervalMs = 5000
const sendIntervalMs = 10_000

/** Record fields other than the position. */
export type WatchFacts = Pick<WatchRecord, 'id' | 'level' | 'name' | 'isLevel' | 'pidId' | 'img'>

/**
 * Records the position every five seconds, when playback stops, and when the page is hidden or left. For signed-in
 * users it is sent every ten seconds and whenever playback stops.
 */
export function createWatchRecorder(player: PlayerHandle, facts: () => WatchFacts): PlayerPart {
  let watched: WatchFacts | null = null
  let hasStarted = false
  /** Position of the last save; null before the first. */
  let savedSec: number | null = null
  let savedMs = 0
  let sentMs = 0
  const save = (): void => {
    const { positionSec, durationSec, lineId, ended } = player.state.getState()
    const currentTime = ended ? durationSec : positionSec
    // An idle page must not appear newer than records of other devices.
    if (!watched || durationSec === 0 || currentTime === savedSec) return
    savedSec = currentTime
    savedMs = Date.now()
    const time = Math.floor(savedMs / 1000)
    saveWatch({ ...watched, ids: lineId, type: 'vod', time, currentTime, duration: durationSec })
  }
  const saveAndSend = async (urgency: 'playing' | 'urgent'): Promise<void> => {
    save()
    if (!watched) return
    sentMs = savedMs
    await sendWatches(urgency)
  }
  const saveNow = (): void => void saveAndSend('urgent')
  const saveOnTimeChange = (): void => {
    if (Date.now() - savedMs < saveIntervalMs) return
    if (hasStarted) watched ??= facts()
    if (Date.now() - sentMs >= sendIntervalMs) void saveAndSend('playing')
    else save()
  }
  const saveWhenHidden = (): void => {
    if (document.visibilityState === 'hidden') saveNow()
  }
  const ends = [
    // Recorded only after playback has started, with the metadata of that time.
    player.on('playbackStarted', () => {
      hasStarted = true
      savedSec = null
      watched = facts()
      void saveAndSend('playing')
    }),
    player.on('timeChanged', saveOnTimeChange),
    player.on('paused', saveNow),
    // While it plays, the next save contains the new position.
    player.on('seeked', () => (player.state.getState().paused ? saveNow() : save())),
    player.on('ended', saveNow),
    beforeSignOut(() => saveAndSend('urgent')),
    // After sign-out nothing of the user is recorded; a page that stays open continues as a visitor's.
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
