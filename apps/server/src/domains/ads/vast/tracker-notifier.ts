import type { Clock } from '../../../platform/process/clock.ts'

/** Tells ad servers of impressions and clicks: each address once, some at a time, and never late. */
interface TrackerNotifier {
  tell(urls: readonly string[]): void
}

const maxAtOnce = 8
/** So that a server that does not answer holds up nobody but itself. */
const maxAtOncePerHost = 2
const maxWaiting = 1000
const maxAgeMs = 60_000

interface Waiting {
  url: string
  host: string
  sinceMs: number
}

/**
 * In memory, because it is the ad server's affair whether it is told, and a server that does not answer must not fill the
 * database with jobs.
 * @param send must not reject for failures of the ad server
 */
export function createTrackerNotifier(options: {
  send: (url: string) => Promise<void>
  clock: Pick<Clock, 'nowMs'>
  onError: (err: unknown) => void
}): TrackerNotifier {
  let waiting: Waiting[] = []
  const sending: Waiting[] = []
  const hasRoom = ({ host }: Waiting): boolean => sending.filter((one) => one.host === host).length < maxAtOncePerHost

  const sendNext = (): void => {
    const oldestMs = options.clock.nowMs() - maxAgeMs
    waiting = waiting.filter(({ sinceMs }) => sinceMs >= oldestMs)
    while (sending.length < maxAtOnce) {
      const next = waiting.find(hasRoom)
      if (!next) return
      waiting.splice(waiting.indexOf(next), 1)
      sending.push(next)
      options
        .send(next.url)
        .catch(options.onError)
        .finally(() => {
          sending.splice(sending.indexOf(next), 1)
          sendNext()
        })
    }
  }
  return {
    tell(urls) {
      const sinceMs = options.clock.nowMs()
      waiting.push(...urls.map((url) => ({ url, host: new URL(url).host, sinceMs })))
      waiting.splice(0, waiting.length - maxWaiting)
      sendNext()
    },
  }
}
