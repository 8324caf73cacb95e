import type { ModerationWords } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { Events } from '../../platform/events.ts'
import { createSharedRead } from '../../platform/shared-read.ts'
import { createFindWord, type FindWord } from './find-words.ts'
import { wordsChanged } from './moderation-events.ts'
import type { ModerationTables } from './moderation-tables.ts'
import { createWordStore } from './word-store.ts'

/** The words that are not wanted. */
export interface Words {
  /** Finds them in texts; what finds them is kept until they change anywhere in the station. */
  find(nowMs: number): Promise<FindWord>
  read(): Promise<ModerationWords>
  write(words: ModerationWords): Promise<void>
}

const tidy = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim()).filter(Boolean))]

export function createWords(db: Kysely<ModerationTables>, events: Events): Words {
  const store = createWordStore(db)
  const finder = createSharedRead(async () => createFindWord(await store.read()))
  events.on(wordsChanged, () => finder.letGo())
  return {
    find: finder.get,
    read: store.read,
    async write({ refused, held }) {
      await store.write({ refused: tidy(refused), held: tidy(held) })
      events.announce(wordsChanged, {})
    },
  }
}
