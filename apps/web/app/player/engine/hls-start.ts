import { readEarlyPlay } from './early-play.ts'
import type { Engine } from './engine.ts'
import { HlsEngine, isHlsSupported } from './hls-engine.ts'

/**
 * The page of a player loads this as a script of its own, beside everything else: the first segments are on their way
 * while the rest of the page wakes. The player takes over what was begun.
 */

interface Begun {
  video: HTMLVideoElement
  engine: HlsEngine
}

let begun = begin()

function begin(): Begun | null {
  const frame = document.querySelector<HTMLElement>('[data-player]')
  const video = frame?.querySelector('video')
  const play = readEarlyPlay(frame)
  if (!video || !play || !isHlsSupported()) return null
  const engine = new HlsEngine(video)
  engine.loadEarly(play.url, play.startSec)
  return { video, engine }
}

/** The engine for a video: the one that was begun early where it is for this one. Null where hls.js does not work. */
export function takeHlsEngine(video: HTMLVideoElement): Engine | null {
  if (!isHlsSupported()) return null
  const early = begun
  begun = null
  if (early?.video === video) return early.engine
  early?.engine.destroy()
  return new HlsEngine(video)
}
