import { segmentsLoadedMark } from '../../lib/boot/segments-loaded.ts'
import { readEarlyPlay } from './early-play.ts'
import type { Engine } from './engine.ts'
import { HlsEngine, isHlsSupported } from './hls-engine.ts'

/**
 * Loaded by player pages as a separate script, so that the first segments load before hydration. The player takes over
 * the engine.
 */

interface EarlyStart {
  video: HTMLVideoElement
  engine: HlsEngine
}

let earlyStart: EarlyStart | null = null

const loadPageScripts = (): void => void performance.mark(segmentsLoadedMark)

function startEarly(): void {
  const play = readEarlyPlay()
  const frame = document.querySelector<HTMLElement>('[data-player]')
  const video = frame?.querySelector('video')
  if (!video || !play || !isHlsSupported()) return loadPageScripts()
  const engine = new HlsEngine(video)
  engine.loadEarly({ ...play, onLoaded: loadPageScripts })
  // Shows the picture as soon as it is available; the player removes the attribute when it takes over.
  video.addEventListener('loadeddata', () => frame?.setAttribute('data-begun', ''), { once: true })
  earlyStart = { video, engine }
}

// The browser may run this script before it has read the page up to the video.
if (document.querySelector('[data-player] video') || document.readyState !== 'loading') startEarly()
else document.addEventListener('DOMContentLoaded', startEarly)

/** The engine for a video: the early one if it belongs to this video. Null if hls.js is not supported. */
export function takeHlsEngine(video: HTMLVideoElement, loadWhole: HlsEngine['loadWhole']): Engine | null {
  if (!isHlsSupported()) return null
  const early = earlyStart
  earlyStart = null
  if (early && early.video !== video) early.engine.destroy()
  const engine = early?.video === video ? early.engine : new HlsEngine(video)
  engine.loadWhole = loadWhole
  return engine
}
