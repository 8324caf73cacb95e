import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import type { About } from './comment-store.ts'
import { commentsChanged } from './comments-events.ts'

/** What visitors read of a talk is the same as long as its state has the same name. */
export interface TalkStates {
  /** The state of what stands under something; null where nothing may be found there. */
  of(about: About): Promise<string | null>
  /** That of what a comment stands under; null where there is no such comment. */
  ofComment(id: number): Promise<string | null>
}

const mostPlaces = 20_000
const mostComments = 100_000

/** Knows from what is announced which talks have changed: a comment here is no reason to read all others anew. */
export function createTalkStates(
  events: Events,
  needs: {
    isOpen(about: About): Promise<boolean>
    /** What a comment stands under, which is the same for ever. */
    placeOf(id: number): Promise<About | null>
  },
): TalkStates {
  let serial = 0
  /** What fell out of memory is another than it was: nothing of before is taken for it. */
  const serials = new LRUCache<string, number>({ max: mostPlaces })
  const places = new LRUCache<number, About>({ max: mostComments })
  const keyOf = ({ kind, subjectId }: About): string => `${kind} ${subjectId}`
  events.on(commentsChanged, (detail) => {
    if (detail === null) serials.clear()
    else serials.set(keyOf({ kind: detail.kind, subjectId: detail.id }), ++serial)
  })
  const of: TalkStates['of'] = async (about) => {
    if (!(await needs.isOpen(about))) return null
    const key = keyOf(about)
    const known = serials.get(key) ?? ++serial
    serials.set(key, known)
    return String(known)
  }
  return {
    of,
    async ofComment(id) {
      const place = places.get(id) ?? (await needs.placeOf(id))
      if (!place) return null
      places.set(id, place)
      return of(place)
    },
  }
}
