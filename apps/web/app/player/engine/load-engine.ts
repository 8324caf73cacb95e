import type { Engine } from './engine.ts'
import { createNativeEngine, isNativeHlsSupported } from './native-engine.ts'

/** hls.js wherever it works: browsers that also play HLS themselves do it without a choice of quality. */
export async function loadEngine(video: HTMLVideoElement): Promise<Engine | null> {
  const { createHlsEngine, isHlsSupported } = await import('./hls-engine.ts')
  if (isHlsSupported()) return createHlsEngine(video)
  return isNativeHlsSupported(video) ? createNativeEngine(video) : null
}
