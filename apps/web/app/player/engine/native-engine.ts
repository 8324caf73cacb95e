import { failureOf } from '../core/player-failures.ts'
import type { StreamClock } from '../live/clock-rules.ts'
import { cuesOf } from './cues-of.ts'
import type { Engine, EngineReport } from './engine.ts'

export const isNativeHlsSupported = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== ''

/** Browsers that play HLS themselves keep this far from the edge. */
const usualLatencySec = 12

/** The time of day where the browser knows it (`getStartDate`, of Safari alone). */
function nativeClock(video: HTMLVideoElement): StreamClock | null {
  const getStartDate: unknown = Reflect.get(video, 'getStartDate')
  if (typeof getStartDate !== 'function' || video.seekable.length === 0) return null
  const date: unknown = Reflect.apply(getStartDate, video, [])
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) return null
  const startSec = video.seekable.start(0)
  const endSec = video.seekable.end(video.seekable.length - 1)
  const run = { startSec, endSec, wallMs: date.getTime() + startSec * 1000 }
  return { runs: [run], isGrowing: video.duration === Infinity, latencySec: usualLatencySec, atMs: Date.now() }
}

/** HLS by the browser itself, where there are no Media Source Extensions: it chooses everything but the subtitles. */
export function createNativeEngine(video: HTMLVideoElement): Engine {
  let report: EngineReport | null = null
  let url = ''

  const subtitleTracks = (): TextTrack[] => [...video.textTracks].filter(({ label, language }) => label || language)
  const tellTracks = (): void => {
    const subtitles = subtitleTracks().map(({ label, language }, index) => ({ index, name: label || language }))
    report?.tracksFound({ levels: [], audioTracks: [], subtitles }, false)
  }
  const tellClock = (): void => {
    const clock = nativeClock(video)
    if (clock) report?.clockFound(clock)
  }
  const tellFailure = (): void => {
    const { error } = video
    const kind = error?.code === MediaError.MEDIA_ERR_NETWORK ? 'segment' : 'media'
    if (error) report?.failed(failureOf(kind, true, error.code))
  }
  video.textTracks.addEventListener('addtrack', tellTracks)
  video.addEventListener('error', tellFailure)
  video.addEventListener('progress', tellClock)

  const load = (next: string, startSec: number): void => {
    url = next
    video.src = url
    if (startSec > 0) {
      video.addEventListener('loadedmetadata', () => void (video.currentTime = startSec), { once: true })
    }
  }
  return {
    load,
    goOn: () => load(url, video.currentTime),
    rebuild: () => load(url, video.currentTime),
    stop() {},
    chooseLevel() {},
    chooseAudioTrack() {},
    chooseSubtitle(chosen) {
      for (const [index, track] of subtitleTracks().entries()) {
        track.mode = index === chosen ? 'hidden' : 'disabled'
        track.oncuechange = index === chosen ? () => report?.cuesFound(cuesOf(track.cues ?? [])) : null
      }
      report?.cuesFound([])
    },
    setReport(next) {
      report = next
      tellTracks()
    },
    destroy() {
      video.textTracks.removeEventListener('addtrack', tellTracks)
      video.removeEventListener('error', tellFailure)
      video.removeEventListener('progress', tellClock)
      video.removeAttribute('src')
      video.load()
    },
  }
}
