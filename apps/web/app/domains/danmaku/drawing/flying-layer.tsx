import { createDanmakuLayer } from '@yunmu/danmaku'
import { useEffect, useRef } from 'react'
import { useChrome, type Chrome } from '../../../player/chrome/chrome-context.ts'
import { listen } from '../../../player/core/listen.ts'
import type { DanmakuRoom } from '../danmaku-room.ts'
import styles from './flying-layer.module.css'
import type { HitStore } from '../stores/hit-store.ts'
import { createPictureClock } from './picture-clock.ts'
import { danmakuSettings } from '../stores/settings-store.ts'

/** What the controls take at the foot of the picture, and words to be read, CSS pixels. */
const controlsPx = 64
const narrowControlsPx = 36
/** What the curve over the seek bar takes besides, where it comes with the controls; subtitles stand half clear of it. */
const heatPx = { alone: 40, underWords: 20 } as const
const narrowPx = 600
const subtitleLinePx = 34
/** What the head takes where there is one: on phones, and where the picture fills the screen. */
const headPx = 36

/** Danmaku over the picture. Nothing of it can be read by a machine: the list beside the player is. */
export function FlyingLayer({ room, hits }: { room: DanmakuRoom; hits: HitStore }) {
  const { player, video, store } = useChrome()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current || !video.current) return
    return draw({ player, store, room, hits, canvas: canvas.current, video: video.current })
  }, [player, video, store, room, hits])
  return <canvas ref={canvas} className={styles.canvas} aria-hidden="true" data-danmaku />
}

interface Drawing extends Pick<Chrome, 'player' | 'store'> {
  room: DanmakuRoom
  hits: HitStore
  canvas: HTMLCanvasElement
  video: HTMLVideoElement
}

/** As its style sheet has it. */
const isCurveShown = (room: DanmakuRoom): boolean =>
  room.state.getState().heat.length > 0 && matchMedia('(width >= 1200px) and (hover: hover)').matches

/** Begins to draw. Returns what ends it. */
function draw({ player, store, room, hits, canvas, video }: Drawing): () => void {
  const layer = createDanmakuLayer(canvas, {
    clock: createPictureClock(player, video, room.isBroadcast),
    family: getComputedStyle(canvas).fontFamily,
    accent: getComputedStyle(canvas).getPropertyValue('--accent'),
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  const makeRoom = (): void => {
    const isNarrow = canvas.clientWidth < narrowPx
    const { areControlsShown } = store.getState()
    const { subtitleLines, fullscreen, webFullscreen } = player.state.getState()
    const lines = danmakuSettings.getState().settings.clearOfSubtitles ? subtitleLines.length : 0
    const curve = isCurveShown(room) ? heatPx[lines > 0 ? 'underWords' : 'alone'] : 0
    const controls = areControlsShown ? (isNarrow ? narrowControlsPx : controlsPx + curve) : 0
    const top = areControlsShown && (isNarrow || fullscreen || webFullscreen) ? headPx : 0
    canvas.style.translate = `0 ${top}px`
    hits.setTop(top)
    layer.keepFree(top + controls + (lines > 0 ? 24 + lines * subtitleLinePx : 0))
  }
  const fit = (): void => {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth > 0 && clientHeight > 0) layer.resize(clientWidth, clientHeight, devicePixelRatio)
    makeRoom()
  }
  const size = new ResizeObserver(fit)
  size.observe(canvas)
  fit()
  const wake = (): void => layer.wake()
  const ends = [
    () => size.disconnect(),
    room.attach(layer),
    hits.attach(layer),
    listen<keyof HTMLVideoElementEventMap>(video, {
      play: wake,
      playing: wake,
      pause: wake,
      seeking: wake,
      seeked: wake,
      ratechange: wake,
      waiting: wake,
    }),
    store.subscribe(({ areControlsShown }, before) => {
      if (areControlsShown !== before.areControlsShown) makeRoom()
    }),
    player.state.subscribe(({ subtitleLines, fullscreen, webFullscreen }, before) => {
      const isFull = fullscreen || webFullscreen
      const wasFull = before.fullscreen || before.webFullscreen
      if (subtitleLines.length !== before.subtitleLines.length || isFull !== wasFull) makeRoom()
    }),
    danmakuSettings.subscribe(makeRoom),
    room.state.subscribe(({ heat }, before) => {
      if (heat !== before.heat) makeRoom()
    }),
    () => layer.destroy(),
  ]
  return () => {
    for (const end of ends) end()
  }
}
