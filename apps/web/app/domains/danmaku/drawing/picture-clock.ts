import type { DanmakuClock } from '@yunmu/danmaku'
import { serverNowSec } from '../../../lib/boot/boot.ts'
import type { PlayerHandle } from '../../../player/core/player-handle.ts'
import { momentAt } from './picture-moment.ts'
import { createSmoothClock } from './smooth-clock.ts'

/** The clock of what is on the screen, to be asked at every frame. */
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
    // A broadcast that does not tell its time shows what is said when it is said.
    return { timeSec: momentAt(state, sec, isBroadcast) ?? serverNowSec(), rate, moving }
  }
}
