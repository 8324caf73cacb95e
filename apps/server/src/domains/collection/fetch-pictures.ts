import { EgressError } from '../../platform/egress/egress.ts'
import type { CollectionParts } from './collection-parts.ts'
import type { PictureStore, WaitingPicture } from './picture-store.ts'

const maxBytes = 8 * 1024 * 1024
const timeoutMs = 20_000
const perBatch = 40
/** At a time: sources keep their pictures on one small server. */
const concurrency = 4
const maxTries = 5
const firstRetrySec = 15 * 60

/** Fetches the pictures that are due, until none is. What fails is tried again later, a few times. */
export async function fetchPictures(
  { egress, needs, nowSec }: Pick<CollectionParts, 'egress' | 'needs' | 'nowSec'>,
  store: PictureStore,
  signal: AbortSignal,
): Promise<number> {
  let fetched = 0
  /** The address of a stored picture; `gone` if there is none to be had, `later` if it may come. */
  const fetchOne = async ({ url }: WaitingPicture): Promise<{ poster: string } | 'gone' | 'later'> => {
    try {
      const reply = await egress.get(url, { maxBytes, timeoutMs, signal })
      if (reply.status === 404 || reply.status === 410) return 'gone'
      if (reply.status !== 200) return 'later'
      const poster = await needs.storePoster(await reply.bytes())
      return poster === null ? 'gone' : { poster }
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
    const posters = new Map<number, string>()
    const gone: number[] = []
    for (let at = 0; at < due.length; at += concurrency) {
      const some = due.slice(at, at + concurrency)
      const results = await Promise.all(some.map(async (picture) => ({ picture, result: await fetchOne(picture) })))
      for (const { picture, result } of results) {
        if (result === 'gone' || (result === 'later' && picture.tries + 1 >= maxTries)) gone.push(picture.title_id)
        else if (result === 'later')
          await store.postpone(picture.title_id, nowSec() + firstRetrySec * 2 ** picture.tries)
        else posters.set(picture.title_id, result.poster)
      }
    }
    await needs.titles.setPosters(posters)
    await store.remove([...posters.keys(), ...gone])
    fetched += posters.size
  }
}
