import { useEffect, useRef } from 'react'
import { useChrome } from '../chrome/chrome-context.ts'
import type { PlayerHandle } from '../core/player-handle.ts'
import {
  changeBetween,
  detectFault,
  lightOf,
  sampleWindowMs,
  type PictureFault,
  type Sample,
} from './detector-rules.ts'

const sampleIntervalMs = 1000
/** Sufficient for brightness and change. */
const [width, height] = [32, 18]
/** The same fault is reported again only after this time. */
const repeatAfterMs = 60_000

/** Samples a channel's picture every second and reports faults. Renders nothing. */
export function Detector({ onFault }: { onFault: (fault: PictureFault, lineId: number) => void }) {
  const { player, video } = useChrome()
  const latest = useRef(onFault)
  useEffect(() => {
    latest.current = onFault
  })
  useEffect(() => {
    const element = video.current
    if (!element) return
    const takeSample = createSampler(player, element)
    let samples: Sample[] = []
    let reportedMs = -Infinity
    let lineId = 0
    const timer = setInterval(() => {
      const state = player.state.getState()
      // Another line has another picture.
      if (state.lineId !== lineId) [samples, reportedMs] = [[], -Infinity]
      lineId = state.lineId
      const sample = takeSample()
      samples = [...samples.filter(({ atMs }) => atMs > sample.atMs - sampleWindowMs), sample]
      const fault = detectFault(samples)
      if (fault === null || sample.atMs - reportedMs < repeatAfterMs) return
      reportedMs = sample.atMs
      samples = []
      latest.current(fault, lineId)
    }, sampleIntervalMs)
    return () => clearInterval(timer)
  }, [player, video])
  return null
}

/** Creates a function that samples a video. */
function createSampler(player: PlayerHandle, video: HTMLVideoElement): () => Sample {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let previous: Uint8ClampedArray | null = null
  return () => {
    const { paused, seeking, phase, reopening, needsPress, offline } = player.state.getState()
    const isOpen = phase === 'open' && !reopening && !offline
    const isPlaying = isOpen && !paused && !seeking && !needsPress && !video.paused
    const canSee = isPlaying && document.visibilityState === 'visible' && video.readyState >= video.HAVE_CURRENT_DATA
    const pixels = canSee && context ? pixelsOf(context, video) : null
    const change = pixels && previous ? changeBetween(previous, pixels) : null
    previous = pixels
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
    // Tainted canvas: the picture cannot be read.
    return null
  }
}

/** WebKit counter; analysing the sound through Web Audio would reroute it. */
function soundBytesOf(video: HTMLVideoElement): number | null {
  const bytes: unknown = Reflect.get(video, 'webkitAudioDecodedByteCount')
  return typeof bytes === 'number' ? bytes : null
}
