import type { Engine } from './engine.ts'
import { createNativeEngine, isNativeHlsSupported } from './native-engine.ts'

/** Prefers hls.js: native HLS offers no choice of quality. */
export async function loadEngine(video: HTMLVideoElement): Promise<Engine | null> {
  const { takeHlsEngine } = await import('./hls-start.ts')
  return (
    takeHlsEngine(video, () => import('./whole-hls.ts')) ??
    (isNativeHlsSupported(video) ? createNativeEngine(video) : null)
  )
}
