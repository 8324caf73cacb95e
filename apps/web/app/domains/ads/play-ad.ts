import { maxStallMs } from './film-break-rules.ts'

/**
 * Starts the video of an advertisement with the film's sound, without sound where the browser permits none. Returns whether
 * it is muted. Rejects if it cannot start.
 */
export async function playAd(video: HTMLVideoElement, sound: { volume: number; muted: boolean }): Promise<boolean> {
  video.volume = sound.volume
  video.muted = sound.muted
  try {
    await video.play()
  } catch {
    video.muted = true
    await video.play()
  }
  return video.muted
}

/** Calls `onStall` when the video waits for data too long. Returns what stops watching. */
export function watchStalls(video: HTMLVideoElement, onStall: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(timer)
  const watch = (): void => {
    stop()
    timer = setTimeout(onStall, maxStallMs)
  }
  video.addEventListener('waiting', watch)
  video.addEventListener('timeupdate', stop)
  return () => {
    stop()
    video.removeEventListener('waiting', watch)
    video.removeEventListener('timeupdate', stop)
  }
}
