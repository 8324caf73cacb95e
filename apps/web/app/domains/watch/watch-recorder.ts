import { firstExtraLevel } from '@yunmu/contract/constants'
import { beforeSignOut, onSignedOut } from '../../lib/session/session.ts'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { readWatchRecords, saveWatch } from '../../lib/watching/watch-records.ts'
import { listen } from '../../player/core/listen.ts'
import type { PlayerHandle, PlayerPart } from '../../player/core/player-handle.ts'
import { sendWatches } from './watch-sync.ts'

const saveIntervalMs = 5000
const sendIntervalMs = 10_000
/** A viewer who follows a link to a moment keeps the own position until this much has been watched. */
const keepOwnSec = 30
/** A larger step between two events of the time is a seek. */
const maxStepSec = 2

/** Record fields other than the position. */
type WatchFacts = Pick<WatchRecord, 'type' | 'id' | 'level' | 'name' | 'isLevel' | 'pidId' | 'img'>

/** A match has its stream in place of an episode: it may change during playback. */
export const levelOf = ({ type, level }: Pick<WatchRecord, 'type' | 'level'>, lineId: number): number =>
  type === 'match' ? Math.max(1, lineId) : level

export interface WatchedMedia extends WatchFacts {
  /** Whether it was opened by a link to a moment. */
  isLinkedTo: boolean
}

/**
 * Records the position every five seconds, when playback stops, and when the page is hidden or left. For signed-in
 * users it is sent every ten seconds and whenever playback stops. Whoever was led to a moment by a link keeps an own
 * position for half a minute.
 */
export function createWatchRecorder(player: PlayerHandle, getMedia: () => WatchedMedia): PlayerPart {
  const facts = (): WatchFacts => {
    const { isLinkedTo: _, ...rest } = getMedia()
    return rest
  }
  let watched: WatchFacts | null = null
  let hasStarted = false
  /** Position of the last save; null before the first. */
  let savedSec: number | null = null
  /** Of the last attempt, also of one that kept the own position. */
  let savedMs = 0
  let sentMs = 0
  let hasSaved = false
  let watchedSec = 0
  let lastSec = Infinity
  /** Before the first save a record of this episode is from an earlier visit, or from another device. */
  const mustKeepOwn = (): boolean => {
    const { isLinkedTo, type, id, level } = getMedia()
    if (hasSaved || !isLinkedTo || watchedSec >= keepOwnSec) return false
    return readWatchRecords().some((own) => own.type === type && own.id === id && own.level === level)
  }
  const save = (): void => {
    const { positionSec, lineId, ended, preview, ...playing } = player.state.getState()
    // The end of a preview is not the end of the episode.
    const durationSec = preview?.durationSec ?? playing.durationSec
    const currentTime = ended && preview === null ? durationSec : positionSec
    // An idle page must not appear newer than records of other devices.
    // Where somebody is in a title is a place in its episodes.
    if (watched && watched.type === 'vod' && watched.level >= firstExtraLevel) return
    if (!watched || playing.durationSec === 0 || currentTime === savedSec) return
    savedMs = Date.now()
    if (mustKeepOwn()) return
    hasSaved = true
    savedSec = currentTime
    const time = Math.floor(savedMs / 1000)
    saveWatch({ ...watched, level: levelOf(watched, lineId), ids: lineId, time, currentTime, duration: durationSec })
  }
  const saveAndSend = async (urgency: 'playing' | 'urgent'): Promise<void> => {
    save()
    if (!watched) return
    sentMs = Date.now()
    await sendWatches(urgency)
  }
  const saveNow = (): void => void saveAndSend('urgent')
  const saveOnTimeChange = ({ sec }: { sec: number }): void => {
    if (sec > lastSec && sec - lastSec < maxStepSec) watchedSec += sec - lastSec
    lastSec = sec
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
