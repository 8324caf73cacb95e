import { createDanmakuLayer } from '@yunmu/danmaku'
import { useEffect, useRef } from 'react'
import { useChrome, type Chrome } from '../../../player/chrome/chrome-context.ts'
import { listen } from '../../../player/core/listen.ts'
import type { DanmakuRoom } from '../danmaku-room.ts'
import styles from './danmaku-canvas.module.css'
import type { HitStore } from '../stores/hit-store.ts'
import { createPictureClock } from './picture-clock.ts'
import { danmakuSettings } from '../stores/settings-store.ts'

/** Height of the controls at the bottom of the picture, CSS pixels. */
const controlsHeightPx = 64
const narrowControlsHeightPx = 36
/** Additional height of the heat curve, which appears with the controls; subtitles overlap half of it. */
const heatPx = { alone: 40, underWords: 20 } as const
const narrowPx = 600
const subtitleLinePx = 34
/** Height of the header on phones and in full screen. */
const headerPx = 36

/** Canvas with danmaku over the picture. Not accessible to screen readers: the list beside the player is. */
export function DanmakuCanvas({ room, hits }: { room: DanmakuRoom; hits: HitStore }) {
  const { player, video, store } = useChrome()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current || !video.current) return
    return draw({ player, store, room, hits, canvas: canvas.current, video: video.current })
  }, [player, video, store, room, hits])
  return <canvas ref={canvas} className={styles.canvas} aria-hidden="true" data-danmaku />
}

interface DrawInput extends Pick<Chrome, 'player' | 'store'> {
  room: DanmakuRoom
  hits: HitStore
  canvas: HTMLCanvasElement
  video: HTMLVideoElement
}

/** Same condition as in its style sheet. */
const isCurveShown = (room: DanmakuRoom): boolean =>
  room.state.getState().heat.length > 0 && matchMedia('(width >= 1200px) and (hover: hover)').matches

/** Starts drawing. Returns a function that stops it. */
function draw({ player, store, room, hits, canvas, video }: DrawInput): () => void {
  const layer = createDanmakuLayer(canvas, {
    clock: createPictureClock(player, video, room.isBroadcast),
    family: getComputedStyle(canvas).fontFamily,
    accent: getComputedStyle(canvas).getPropertyValue('--accent'),
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  const updateReservedSpace = (): void => {
    const isNarrow = canvas.clientWidth < narrowPx
    const { areControlsShown } = store.getState()
    const { subtitleLines, fullscreen, webFullscreen } = player.state.getState()
    const lines = danmakuSettings.getState().settings.clearOfSubtitles ? subtitleLines.length : 0
    const curve = isCurveShown(room) ? heatPx[lines > 0 ? 'underWords' : 'alone'] : 0
    const controls = areControlsShown ? (isNarrow ? narrowControlsHeightPx : controlsHeightPx + curve) : 0
    const top = areControlsShown && (isNarrow || fullscreen || webFullscreen) ? headerPx : 0
    canvas.style.translate = `0 ${top}px`
    hits.setTop(top)
    layer.reserveBottom(top + controls + (lines > 0 ? 24 + lines * subtitleLinePx : 0))
  }
  const resize = (): void => {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth > 0 && clientHeight > 0) layer.resize(clientWidth, clientHeight, devicePixelRatio)
    updateReservedSpace()
  }
  const size = new ResizeObserver(resize)
  size.observe(canvas)
  resize()
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
      if (areControlsShown !== before.areControlsShown) updateReservedSpace()
    }),
    player.state.subscribe(({ subtitleLines, fullscreen, webFullscreen }, before) => {
      const isFull = fullscreen || webFullscreen
      const wasFull = before.fullscreen || before.webFullscreen
      if (subtitleLines.length !== before.subtitleLines.length || isFull !== wasFull) updateReservedSpace()
    }),
    danmakuSettings.subscribe(updateReservedSpace),
    room.state.subscribe(({ heat }, before) => {
      if (heat !== before.heat) updateReservedSpace()
    }),
    () => layer.destroy(),
  ]
  return () => {
    for (const end of ends) end()
  }
}
