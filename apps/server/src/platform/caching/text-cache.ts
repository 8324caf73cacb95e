import { LRUCache } from 'lru-cache'
import { setImmediate } from 'node:timers/promises'

/** Limit of cached texts: enough for the names and programmes of some thousand channels. */
const maxCachedTexts = 30_000
/** Items processed between two yields to the event loop: some milliseconds. */
const chunkSize = 25

/** Caches a value per text. */
export function createTextCache<Value extends string | object>(make: (text: string) => Value) {
  const cache = new LRUCache<string, Value>({ max: maxCachedTexts })
  return {
    has: (text: string): boolean => cache.has(text),
    of(text: string): Value {
      const made = cache.get(text) ?? make(text)
      cache.set(text, made)
      return made
    },
  }
}

/** Maps items in chunks and yields to the event loop between them. */
export async function mapInChunks<Item, Value>(items: readonly Item[], make: (item: Item) => Value): Promise<Value[]> {
  const made: Value[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % chunkSize === 0) await setImmediate()
    made.push(make(item))
  }
  return made
}
