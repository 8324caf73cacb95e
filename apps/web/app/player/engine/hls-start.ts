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

let begun: Begun | null = null

function begin(): void {
  const play = readEarlyPlay()
  const frame = document.querySelector<HTMLElement>('[data-player]')
  const video = frame?.querySelector('video')
  if (!video || !play || !isHlsSupported()) return
  const engine = new HlsEngine(video)
  engine.loadEarly(play.url, play.startSec)
  // The picture is seen as soon as it is there; the player takes this away when it answers for what is shown.
  video.addEventListener('loadeddata', () => frame?.setAttribute('data-begun', ''), { once: true })
  begun = { video, engine }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
else begin()

/** The engine for a video: the one that was begun early where it is for this one. Null where hls.js does not work. */
export function takeHlsEngine(video: HTMLVideoElement): Engine | null {
  if (!isHlsSupported()) return null
  const early = begun
  begun = null
  if (early?.video === video) return early.engine
  early?.engine.destroy()
  return new HlsEngine(video)
}
