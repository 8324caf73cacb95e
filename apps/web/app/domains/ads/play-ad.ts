import { stallLeftMs } from './film-break-rules.ts'

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

/** Calls `onStall` when a playing video has stood still too long. Returns what stops watching. */
export function watchStalls(video: HTMLVideoElement, onStall: () => void): () => void {
  const startedMs = performance.now() - video.currentTime * 1000
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = (): void => {
    const leftMs = stallLeftMs(performance.now() - startedMs, video.currentTime)
    if (leftMs <= 0) onStall()
    else timer = setTimeout(watch, leftMs)
  }
  watch()
  return () => clearTimeout(timer)
}
