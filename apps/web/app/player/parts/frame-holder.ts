import { drawFrame } from '../core/capture-frames.ts'
import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

const maxHoldMs = 15_000

export interface FrameHolder extends PlayerPart {
  /** Returns whether there was a frame to hold. */
  hold(): boolean
}

/** Keeps the last frame visible while another URL is being opened. */
export function createFrameHolder({ stage: { video }, events }: PlayerCore): FrameHolder {
  const canvas = document.createElement('canvas')
  canvas.dataset.kept = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const release = (): void => {
    clearTimeout(timer)
    canvas.remove()
  }
  const end = events.on('firstFrame', () => {
    if ('requestVideoFrameCallback' in video && document.visibilityState === 'visible') {
      video.requestVideoFrameCallback(release)
    } else {
      release()
    }
  })
  return {
    hold() {
      if (canvas.isConnected) return true
      if (!drawFrame(video, canvas)) return false
      video.after(canvas)
      timer = setTimeout(release, maxHoldMs)
      return true
    },
    destroy() {
      release()
      end()
    },
  }
}
