import type { CollectionNeeds } from './collection-needs.ts'
import { factsOfKnown, namesDigest } from './draft-rules.ts'
import type { ItemStore } from './item-store.ts'
import { candidateKeys, comparable } from './recognition-rules.ts'

const titlesPerBatch = 2000

/**
 * Brings the keys of titles up to date with their names, whoever changed them: compares digests, and parses only the names
 * that are new. Deleted titles lose their keys by the foreign key.
 */
export async function refreshKeys(
  { titles }: Pick<CollectionNeeds, 'titles'>,
  items: ItemStore,
  signal: AbortSignal,
): Promise<number> {
  let refreshed = 0
  for (let above = 0; ;) {
    signal.throwIfAborted()
    const found = await titles.digests(above, titlesPerBatch)
    const last = found.at(-1)
    if (last === undefined) return refreshed
    const stored = await items.digests(above, last.id)
    const stale = found.filter(({ id, digest }) => stored.get(id) !== digest).map(({ id }) => id)
    if (stale.length > 0) {
      const facts = await titles.facts(stale)
      await items.saveKeys(
        facts.map((title) => ({
          id: title.id,
          keys: candidateKeys(comparable(factsOfKnown(title))),
          digest: namesDigest([title.name, ...title.alias]),
        })),
      )
      refreshed += facts.length
    }
    above = last.id
  }
}
