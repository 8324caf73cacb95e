import { attachPlayer, type AttachedPlayer } from './attached-player.ts'
import { createEmitter } from './emitter.ts'
import type { PlayerEvents } from './player-events.ts'
import type { PlayerHandle, PlayRequest, Stage } from './player-handle.ts'
import { changeSettings } from './player-settings.ts'
import { createPlayerStore, initialState } from './player-state.ts'

const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)
/** A seek to the very end would end it without a picture. */
const tailSec = 0.2

/** Makes a player. It needs no document until it is attached to one. */
export function createPlayer(): PlayerHandle {
  const state = createPlayerStore()
  const events = createEmitter<PlayerEvents>()
  let stage: Stage | null = null
  let attached: AttachedPlayer | null = null
  let wanted: PlayRequest | null = null

  const detach = (): void => {
    attached?.destroy()
    attached = null
    stage = null
  }
  const handle: PlayerHandle = {
    state,
    on: events.on,
    attach(given) {
      detach()
      stage = given
      attached = attachPlayer({ stage, state, events })
      if (wanted) attached.open(wanted)
      return detach
    },
    load(request) {
      wanted = request
      attached?.open(request)
    },
    play() {
      if (state.getState().ended) handle.seek(0)
      state.setState({ paused: false })
      stage?.video.play().catch(() => state.setState({ paused: true }))
    },
    pause: () => stage?.video.pause(),
    toggle: () => (state.getState().paused ? handle.play() : handle.pause()),
    seek(sec) {
      const { durationSec } = state.getState()
      const to = clamp(sec, 0, Math.max(0, durationSec - tailSec))
      attached?.recovery.moveTo(to)
      if (stage && stage.video.readyState >= HTMLMediaElement.HAVE_METADATA) stage.video.currentTime = to
    },
    setRate(rate) {
      changeSettings({ rate })
      if (!stage) return
      stage.video.defaultPlaybackRate = rate
      stage.video.playbackRate = rate
    },
    setVolume(volume) {
      if (!stage) return
      stage.video.volume = clamp(volume, 0, 1)
      stage.video.muted = false
    },
    setMuted(muted) {
      if (stage) stage.video.muted = muted
    },
    setFill: (fill) => state.setState({ fill }),
    chooseQuality: (index) => attached?.tracks.chooseQuality(index),
    chooseAudioTrack: (index) => attached?.tracks.chooseAudioTrack(index),
    chooseSubtitle: (index) => attached?.tracks.chooseSubtitle(index),
    setFullscreen: (on) => attached?.host()?.setFullscreen(on),
    setWebFullscreen: (on) => attached?.host()?.setWebFullscreen(on),
    setPictureInPicture: (on) => attached?.host()?.setPictureInPicture(on),
    retry: () => attached?.recovery.retry(),
    changeLine: (lineId) => attached?.recovery.changeLine(lineId),
    destroy() {
      detach()
      wanted = null
      state.setState(initialState)
    },
  }
  return handle
}
