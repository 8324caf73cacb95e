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
  let listening = new AbortController()
  const load = (startSec: number): void => {
    listening.abort()
    listening = new AbortController()
    const { signal } = listening
    video.addEventListener('error', () => video.error && onFailure(failureOfError(video.error)), { signal })
    video.addEventListener('loadedmetadata', () => startSec > 0 && (video.currentTime = startSec), { signal })
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
      listening.abort()
      video.removeAttribute('src')
      video.load()
    },
  }
}

function failureOfError({ code }: MediaError): PlayerFailure {
  // Of a file that is missing, forbidden or of another format browsers say the same.
  if (code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return failureOf('broken', true, code)
  return failureOf(code === MediaError.MEDIA_ERR_NETWORK ? 'segment' : 'media', true, code)
}
