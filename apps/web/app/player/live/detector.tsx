import { useEffect, useRef } from 'react'
import { useChrome } from '../chrome/chrome-context.ts'
import type { PlayerHandle } from '../core/player-handle.ts'
import { changeBetween, faultIn, lightOf, longestMs, type PictureFault, type Sample } from './detector-rules.ts'

const everyMs = 1000
/** Light and change need no more. */
const [width, height] = [32, 18]
/** The same is not said again sooner. */
const quietMs = 60_000

/** Looks at the picture of a channel every second and says what is the matter with it. Draws nothing. */
export function Detector({ found }: { found: (fault: PictureFault, lineId: number) => void }) {
  const { player, video } = useChrome()
  const latest = useRef(found)
  useEffect(() => {
    latest.current = found
  })
  useEffect(() => {
    const element = video.current
    if (!element) return
    const look = createLook(player, element)
    let samples: Sample[] = []
    let saidMs = -Infinity
    let lineId = 0
    const timer = setInterval(() => {
      const state = player.state.getState()
      // Another line is another picture.
      if (state.lineId !== lineId) [samples, saidMs] = [[], -Infinity]
      lineId = state.lineId
      const sample = look()
      samples = [...samples.filter(({ atMs }) => atMs > sample.atMs - longestMs), sample]
      const fault = faultIn(samples)
      if (fault === null || sample.atMs - saidMs < quietMs) return
      saidMs = sample.atMs
      samples = []
      latest.current(fault, lineId)
    }, everyMs)
    return () => clearInterval(timer)
  }, [player, video])
  return null
}

/** Takes samples of a video. */
function createLook(player: PlayerHandle, video: HTMLVideoElement): () => Sample {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let before: Uint8ClampedArray | null = null
  return () => {
    const { paused, seeking, phase, reopening, needsPress, offline } = player.state.getState()
    const isOpen = phase === 'open' && !reopening && !offline
    const isPlaying = isOpen && !paused && !seeking && !needsPress && !video.paused
    const canSee = isPlaying && document.visibilityState === 'visible' && video.readyState >= video.HAVE_CURRENT_DATA
    const pixels = canSee && context ? pixelsOf(context, video) : null
    const change = pixels && before ? changeBetween(before, pixels) : null
    before = pixels
    return {
      atMs: performance.now(),
      isPlaying,
      positionSec: video.currentTime,
      light: pixels && lightOf(pixels),
      change,
      soundBytes: soundBytesOf(video),
    }
  }
}

function pixelsOf(context: CanvasRenderingContext2D, video: HTMLVideoElement): Uint8ClampedArray | null {
  try {
    context.drawImage(video, 0, 0, width, height)
    return context.getImageData(0, 0, width, height).data
  } catch {
    // A picture that the browser keeps to itself is not judged.
    return null
  }
}

/** Some browsers count what they decode; listening to it instead would take the sound out of their hands. */
function soundBytesOf(video: HTMLVideoElement): number | null {
  const bytes: unknown = Reflect.get(video, 'webkitAudioDecodedByteCount')
  return typeof bytes === 'number' ? bytes : null
}
