import type { Engine } from './engine.ts'
import { createNativeEngine, isNativeHlsSupported } from './native-engine.ts'

/** hls.js wherever it works: browsers that also play HLS themselves do it without a choice of quality. */
export async function loadEngine(video: HTMLVideoElement): Promise<Engine | null> {
  const { takeHlsEngine } = await import('./hls-start.ts')
  return takeHlsEngine(video) ?? (isNativeHlsSupported(video) ? createNativeEngine(video) : null)
}
