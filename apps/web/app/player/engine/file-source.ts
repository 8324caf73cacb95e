import { listen } from '../core/listen.ts'
import { failureOf, type PlayerFailure } from '../core/player-failures.ts'

/** A film in one file (MP4), which the browser plays by itself. */
export interface FileSource {
  /** Whether a file is open. */
  readonly isOpen: boolean
  open(url: string, startSec: number): void
  /** Loads the file again, at the video's position. */
  reopen(): void
  close(): void
}

export function createFileSource(video: HTMLVideoElement, onFailure: (failure: PlayerFailure) => void): FileSource {
  let url = ''
  let end: (() => void) | null = null
  const load = (startSec: number): void => {
    end?.()
    end = listen(video, {
      error() {
        const { error } = video
        if (!error) return
        // Of a file that is missing, forbidden or of another format browsers say the same.
        if (error.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) onFailure(failureOf('broken', true, error.code))
        else onFailure(failureOf(error.code === MediaError.MEDIA_ERR_NETWORK ? 'segment' : 'media', true, error.code))
      },
      loadedmetadata() {
        if (startSec > 0) video.currentTime = startSec
      },
    })
    video.src = url
    video.load()
  }
  return {
    get isOpen() {
      return url !== ''
    },
    open(next, startSec) {
      url = next
      load(startSec)
    },
    reopen: () => load(video.currentTime),
    close() {
      if (url === '') return
      url = ''
      end?.()
      end = null
      video.removeAttribute('src')
      video.load()
    },
  }
}
