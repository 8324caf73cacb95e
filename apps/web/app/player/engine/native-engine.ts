import { failureOf } from '../core/player-failures.ts'
import { cuesOf } from './cues-of.ts'
import type { Engine, EngineReport } from './engine.ts'

export const isNativeHlsSupported = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== ''

/** HLS by the browser itself, where there are no Media Source Extensions: it chooses everything but the subtitles. */
export function createNativeEngine(video: HTMLVideoElement): Engine {
  let report: EngineReport | null = null
  let url = ''

  const subtitleTracks = (): TextTrack[] => [...video.textTracks].filter(({ label, language }) => label || language)
  const tellTracks = (): void => {
    const subtitles = subtitleTracks().map(({ label, language }, index) => ({ index, name: label || language }))
    report?.tracksFound({ levels: [], audioTracks: [], subtitles }, false)
  }
  const tellFailure = (): void => {
    const { error } = video
    const kind = error?.code === MediaError.MEDIA_ERR_NETWORK ? 'segment' : 'media'
    if (error) report?.failed(failureOf(kind, true, error.code))
  }
  video.textTracks.addEventListener('addtrack', tellTracks)
  video.addEventListener('error', tellFailure)

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
      video.removeAttribute('src')
      video.load()
    },
  }
}
