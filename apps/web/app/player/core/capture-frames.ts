import { loadEngine } from '../engine/load-engine.ts'

/** Draws the displayed frame in its own size. Returns whether there was one. */
export function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return false
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return true
}

/** Copies the displayed frame; null if there is none yet. */
export function captureFrame(video: HTMLVideoElement): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  return drawFrame(video, canvas) ? canvas : null
}

/** Resolves with the next event of this name, rejects on an error of the element or when aborted. */
function nextEvent(video: HTMLVideoElement, name: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`no ${name}`))
    video.addEventListener(name, () => resolve(), { once: true, signal })
    video.addEventListener('error', fail, { once: true, signal })
    signal.addEventListener('abort', fail, { once: true })
  })
}

/**
 * Frames of a film at several seconds, decoded beside what plays by a player that is never shown. Their segments are
 * mostly in the browser's cache. Ends early if nothing more can be decoded.
 */
export async function* captureFrames(
  url: string,
  secs: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<HTMLCanvasElement> {
  const video = document.createElement('video')
  video.muted = true
  // The engine chooses a quality for this size.
  video.width = 1280
  video.height = 720
  const engine = await loadEngine(video)
  if (!engine) return
  try {
    let isLoaded = false
    for (const sec of secs) {
      if (signal.aborted) return
      const ready = nextEvent(video, isLoaded ? 'seeked' : 'loadeddata', signal)
      if (isLoaded) video.currentTime = sec
      else engine.load(url, sec)
      await ready
      isLoaded = true
      const frame = captureFrame(video)
      if (frame) yield frame
    }
  } finally {
    engine.destroy()
  }
}
