import { failureOf } from '../core/player-failures.ts'
import type { StreamClock } from '../live/clock-rules.ts'
import { cuesOf } from './cues-of.ts'
import type { Engine, EngineListener } from './engine.ts'

export const isNativeHlsSupported = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== ''

/** Typical distance of native players from the live edge. */
const nativeLatencySec = 12

/** Wall clock, if the browser provides it (`getStartDate`, Safari only). */
function nativeClock(video: HTMLVideoElement): StreamClock | null {
  const getStartDate: unknown = Reflect.get(video, 'getStartDate')
  if (typeof getStartDate !== 'function' || video.seekable.length === 0) return null
  const date: unknown = Reflect.apply(getStartDate, video, [])
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) return null
  const startSec = video.seekable.start(0)
  const endSec = video.seekable.end(video.seekable.length - 1)
  const run = { startSec, endSec, wallMs: date.getTime() + startSec * 1000 }
  return { runs: [run], isGrowing: video.duration === Infinity, latencySec: nativeLatencySec, atMs: Date.now() }
}

/** Native HLS for browsers without Media Source Extensions. Only subtitles can be chosen. */
export function createNativeEngine(video: HTMLVideoElement): Engine {
  let listener: EngineListener | null = null
  let url = ''

  const subtitleTracks = (): TextTrack[] => [...video.textTracks].filter(({ label, language }) => label || language)
  const emitTracks = (): void => {
    const subtitles = subtitleTracks().map(({ label, language }, index) => ({ index, name: label || language }))
    listener?.onTracks({ levels: [], audioTracks: [], subtitles }, false)
  }
  const emitClock = (): void => {
    const clock = nativeClock(video)
    if (clock) listener?.onClock(clock)
  }
  const emitFailure = (): void => {
    const { error } = video
    const kind = error?.code === MediaError.MEDIA_ERR_NETWORK ? 'segment' : 'media'
    if (error) listener?.onFailure(failureOf(kind, true, error.code))
  }
  video.textTracks.addEventListener('addtrack', emitTracks)
  video.addEventListener('error', emitFailure)
  video.addEventListener('progress', emitClock)

  const load = (next: string, startSec: number): void => {
    url = next
    video.src = url
    if (startSec > 0) {
      video.addEventListener('loadedmetadata', () => void (video.currentTime = startSec), { once: true })
    }
  }
  return {
    load,
    renew: async () => false,
    resumeLoading: () => load(url, video.currentTime),
    recoverMedia: () => load(url, video.currentTime),
    stop() {},
    chooseLevel() {},
    chooseAudioTrack() {},
    chooseSubtitle(chosen) {
      for (const [index, track] of subtitleTracks().entries()) {
        track.mode = index === chosen ? 'hidden' : 'disabled'
        track.oncuechange = index === chosen ? () => listener?.onCues(cuesOf(track.cues ?? [])) : null
      }
      listener?.onCues([])
    },
    setListener(next) {
      listener = next
      emitTracks()
    },
    destroy() {
      video.textTracks.removeEventListener('addtrack', emitTracks)
      video.removeEventListener('error', emitFailure)
      video.removeEventListener('progress', emitClock)
      video.removeAttribute('src')
      video.load()
    },
  }
}
