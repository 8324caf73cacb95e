/**
 * Makes one question of many: keys that are asked for while an answer is on its way go together into the next one. A rush
 * then costs a few large queries, one at a time, in place of thousands that wait for a connection.
 * @param load answers for all keys at once; what it leaves out is answered with undefined
 */
export function gatherLoads<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>()
  let isRunning = false

  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        const found = await load([...batch.keys()])
        for (const [key, { resolve }] of batch) resolve(found.get(key))
      } catch (err) {
        for (const { reject } of batch.values()) reject(err)
      }
    }
    isRunning = false
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Value | undefined>()
    waiting.set(key, asked)
    if (!isRunning) {
      isRunning = true
      setImmediate(() => void run())
    }
    return asked.promise
  }
}
