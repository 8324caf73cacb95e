import type { ModerationWords } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { Events } from '../../platform/events/events.ts'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import { createFindWord, type FindWord } from './find-words.ts'
import { wordsChanged } from './moderation-events.ts'
import type { ModerationTables } from './moderation-tables.ts'
import { createWordStore } from './word-store.ts'

/** The words that are not wanted. */
export interface Words {
  /** Finds them in texts; what finds them is kept until they change anywhere in the station. */
  find(nowMs: number): Promise<FindWord>
  read(): Promise<ModerationWords>
  /** Changes them, and returns what they are then. What `act` throws leaves them as they are. */
  change(act: (words: ModerationWords) => ModerationWords): Promise<ModerationWords>
}

const normalise = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim()).filter(Boolean))]

export function createWords(db: Kysely<ModerationTables>, events: Events): Words {
  const store = createWordStore(db)
  let last: { lists: string; find: FindWord } | null = null
  // A gap of the bus says that they may have changed, in every process at once: making a finder takes a second of large lists.
  const cachedFinder = createSharedRead(async () => {
    const words = await store.read()
    const lists = JSON.stringify(words)
    if (last?.lists !== lists) last = { lists, find: createFindWord(words) }
    return last.find
  })
  events.on(wordsChanged, () => cachedFinder.invalidate())
  return {
    find: cachedFinder.get,
    read: store.read,
    async change(act) {
      const changed = await store.change((words) => {
        const { refused, held } = act(words)
        return { refused: normalise(refused), held: normalise(held) }
      })
      events.announce(wordsChanged, {})
      return changed
    },
  }
}
