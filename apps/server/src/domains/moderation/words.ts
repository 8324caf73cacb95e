import type { ModerationWords } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { Events } from '../../platform/events/events.ts'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import { createFindWord, type FindWord } from './find-words.ts'
import { wordsChanged } from './moderation-events.ts'
import type { ModerationTables } from './moderation-tables.ts'
import { createWordStore } from './word-store.ts'

/** The word lists. */
export interface Words {
  /** A matcher of the lists, cached until they change in any process. */
  find(nowMs: number): Promise<FindWord>
  read(): Promise<ModerationWords>
  /** Changes the lists and returns them. If `act` throws, nothing changes. */
  change(act: (words: ModerationWords) => ModerationWords): Promise<ModerationWords>
}

const normalise = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim()).filter(Boolean))]

export function createWords(db: Kysely<ModerationTables>, events: Events): Words {
  const store = createWordStore(db)
  let last: { lists: string; find: FindWord } | null = null
  // A gap in the bus invalidates in every process at once. The matcher is rebuilt only if the lists differ, because
  // large lists take a second.
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
