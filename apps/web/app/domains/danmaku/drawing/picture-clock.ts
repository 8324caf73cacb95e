import type { DanmakuClock } from '@yunmu/danmaku'
import { serverNowSec } from '../../../lib/boot/boot.ts'
import type { PlayerHandle } from '../../../player/core/player-handle.ts'
import { momentAt } from './picture-moment.ts'
import { createSmoothClock } from './smooth-clock.ts'

/** Clock of the displayed frame, read on every animation frame. */
export function createPictureClock(
  player: PlayerHandle,
  video: HTMLVideoElement,
  isBroadcast: boolean,
): () => DanmakuClock {
  const smooth = createSmoothClock()
  return () => {
    const state = player.state.getState()
    const { phase, reopening } = state
    const isFlowing = !video.paused && !video.seeking && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    const moving = isFlowing && phase === 'open' && !reopening
    const rate = video.playbackRate
    const sec = smooth({ nowMs: performance.now(), mediaSec: video.currentTime, rate, moving })
    // A broadcast without wall-clock time shows danmaku when they are sent.
    return { timeSec: momentAt(state, sec, isBroadcast) ?? serverNowSec(), rate, moving }
  }
}
