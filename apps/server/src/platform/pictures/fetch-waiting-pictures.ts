import { EgressError } from '../egress/egress.ts'
import type { Platform } from '../platform.ts'
import type { WaitingPicture, WaitingPictureStore } from './waiting-picture-store.ts'

const maxBytes = 8 * 1024 * 1024
const timeoutMs = 20_000
const perBatch = 40
/** At a time: other stations keep their pictures on one small server. */
const concurrency = 4
const maxTries = 5
const firstRetrySec = 15 * 60

interface FetchParts extends Pick<Platform, 'egress'> {
  nowSec: () => number
  store: WaitingPictureStore
  /** Stores a picture and returns its address; null if the bytes are none. */
  keep(bytes: Buffer): Promise<string | null>
  /** Gives the owners their pictures, by id. */
  give(pictures: ReadonlyMap<number, string>): Promise<void>
}

/** Fetches the pictures that are due, until none is. What fails is tried again later, a few times. Returns how many came. */
export async function fetchWaitingPictures(
  { egress, nowSec, store, keep, give }: FetchParts,
  signal: AbortSignal,
): Promise<number> {
  let fetched = 0
  /** The address of a stored picture; `gone` if there is none to be had, `later` if it may come. */
  const fetchOne = async ({ url }: WaitingPicture): Promise<{ address: string } | 'gone' | 'later'> => {
    try {
      const reply = await egress.get(url, { maxBytes, timeoutMs, signal })
      if (reply.status === 404 || reply.status === 410) return 'gone'
      if (reply.status !== 200) return 'later'
      const address = await keep(await reply.bytes())
      return address === null ? 'gone' : { address }
    } catch (err) {
      signal.throwIfAborted()
      if (!(err instanceof EgressError)) throw err
      return ['malformed', 'scheme', 'credentials', 'port', 'address', 'size'].includes(err.reason) ? 'gone' : 'later'
    }
  }

  for (;;) {
    signal.throwIfAborted()
    const due = await store.due(nowSec(), perBatch)
    if (due.length === 0) return fetched
    const found = new Map<number, string>()
    const gone: number[] = []
    for (let at = 0; at < due.length; at += concurrency) {
      const some = due.slice(at, at + concurrency)
      const results = await Promise.all(some.map(async (picture) => ({ picture, result: await fetchOne(picture) })))
      for (const { picture, result } of results) {
        if (result === 'gone' || (result === 'later' && picture.tries + 1 >= maxTries)) gone.push(picture.id)
        else if (result === 'later') await store.postpone(picture.id, nowSec() + firstRetrySec * 2 ** picture.tries)
        else found.set(picture.id, result.address)
      }
    }
    await give(found)
    await store.remove([...found.keys(), ...gone])
    fetched += found.size
  }
}
