import { listen } from '../core/listen.ts'
import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'
import { hasRunOut } from './end-rules.ts'

/** Where the part of the media that holds `sec` ends; `sec` itself where nothing is loaded. */
function bufferedEnd(ranges: TimeRanges, sec: number): number {
  for (let index = 0; index < ranges.length; index++) {
    if (ranges.start(index) <= sec + 0.3 && sec < ranges.end(index)) return ranges.end(index)
  }
  return sec
}

export interface VideoPart extends PlayerPart {
  /** There is a picture of the address that was opened last. */
  opened(): void
}

/** Keeps the state in step with the video element, and tells the moments that come from it. */
export function createVideoPart({ stage: { video, container }, state, events }: PlayerCore): VideoPart {
  const isOpen = (): boolean => state.getState().phase === 'open' && !state.getState().reopening
  const tellBuffered = (): void => state.setState({ bufferedSec: bufferedEnd(video.buffered, video.currentTime) })
  const opened = (): void => {
    const { lineId } = state.getState()
    state.setState({ phase: 'open', reopening: false, ended: false, durationSec: video.duration })
    container.closest('[data-begun]')?.removeAttribute('data-begun')
    events.emit('firstFrame', { lineId })
  }
  const over = (): void => {
    if (state.getState().ended) return
    state.setState({ ended: true, paused: true })
    events.emit('ended', { durationSec: video.duration })
  }
  const end = listen<keyof HTMLVideoElementEventMap>(video, {
    loadeddata: opened,
    timeupdate() {
      if (!isOpen()) return
      const sec = video.currentTime
      state.setState({ positionSec: sec, bufferedSec: bufferedEnd(video.buffered, sec) })
      events.emit('timeChanged', { sec, durationSec: video.duration })
    },
    progress: tellBuffered,
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
      // Opening an address pauses the element without anybody having wished it.
      if (!isOpen() || state.getState().ended || video.ended) return
      state.setState({ paused: true })
      events.emit('paused', { sec: video.currentTime })
    },
    waiting() {
      const { currentTime: positionSec, duration: durationSec } = video
      const bufferedSec = bufferedEnd(video.buffered, positionSec)
      if (!isOpen() || !hasRunOut({ positionSec, bufferedSec, durationSec })) return
      over()
      video.pause()
    },
    ended: over,
    enterpictureinpicture: () => state.setState({ pictureInPicture: true }),
    leavepictureinpicture: () => state.setState({ pictureInPicture: false }),
  })
  state.setState({ canPictureInPicture: document.pictureInPictureEnabled === true })
  return { opened, destroy: end }
}
