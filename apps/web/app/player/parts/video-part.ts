import { listen } from '../core/listen.ts'
import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'
import { hasRunOut } from './end-rules.ts'

/** End of the buffered range that contains `sec`; `sec` if nothing is buffered. */
function bufferedEnd(ranges: TimeRanges, sec: number): number {
  for (let index = 0; index < ranges.length; index++) {
    if (ranges.start(index) <= sec + 0.3 && sec < ranges.end(index)) return ranges.end(index)
  }
  return sec
}

export interface VideoPart extends PlayerPart {
  /** The first frame of the last opened URL is available. */
  onOpened(): void
}

/** Syncs the state with the video element and emits its events. */
export function createVideoPart({ stage: { video, container }, state, events }: PlayerCore): VideoPart {
  const isOpen = (): boolean => state.getState().phase === 'open' && !state.getState().reopening
  const updateBuffered = (): void => state.setState({ bufferedSec: bufferedEnd(video.buffered, video.currentTime) })
  const onOpened = (): void => {
    const { lineId } = state.getState()
    state.setState({ phase: 'open', reopening: false, ended: false, durationSec: video.duration })
    container.closest('[data-begun]')?.removeAttribute('data-begun')
    events.emit('firstFrame', { lineId })
  }
  const onEnded = (): void => {
    if (state.getState().ended) return
    state.setState({ ended: true, paused: true })
    events.emit('ended', { durationSec: video.duration })
  }
  const end = listen<keyof HTMLVideoElementEventMap>(video, {
    loadeddata: onOpened,
    timeupdate() {
      if (!isOpen()) return
      const sec = video.currentTime
      state.setState({ positionSec: sec, bufferedSec: bufferedEnd(video.buffered, sec) })
      events.emit('timeChanged', { sec, durationSec: video.duration })
    },
    progress: updateBuffered,
    durationchange() {
      if (Number.isFinite(video.duration)) state.setState({ durationSec: video.duration })
    },
    seeking() {
      state.setState({ seeking: true, ended: false })
      if (isOpen()) state.setState({ positionSec: video.currentTime })
    },
    seeked() {
      state.setState({ seeking: false })
      if (!isOpen()) return
      state.setState({ positionSec: video.currentTime })
      events.emit('seeked', { sec: video.currentTime })
    },
    volumechange: () => state.setState({ volume: video.volume, muted: video.muted }),
    ratechange: () => state.setState({ rate: video.playbackRate }),
    play: () => state.setState({ paused: false, needsPress: false, ended: false }),
    pause() {
      // Opening a URL pauses the element; this is not the viewer's pause.
      // Neither is the hold for what plays before.
      if (!isOpen() || state.getState().ended || state.getState().held || video.ended) return
      state.setState({ paused: true })
      events.emit('paused', { sec: video.currentTime })
    },
    waiting() {
      const { currentTime: positionSec, duration: durationSec } = video
      const bufferedSec = bufferedEnd(video.buffered, positionSec)
      if (!isOpen() || !hasRunOut({ positionSec, bufferedSec, durationSec })) return
      onEnded()
      video.pause()
    },
    ended: onEnded,
    enterpictureinpicture: () => state.setState({ pictureInPicture: true }),
    leavepictureinpicture: () => state.setState({ pictureInPicture: false }),
  })
  state.setState({ canPictureInPicture: document.pictureInPictureEnabled === true })
  return { onOpened, destroy: end }
}
