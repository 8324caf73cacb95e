/**
 * Batches loads: keys requested while a load is running are loaded together by the next one. A burst then costs a few
 * large queries, one at a time, instead of thousands that wait for a connection.
 * @param load loads all keys at once; missing keys give undefined
 */
export function createBatchLoader<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let pending = new Map<Key, PromiseWithResolvers<Value | undefined>>()
  let isRunning = false

  const run = async (): Promise<void> => {
    while (pending.size > 0) {
      const batch = pending
      pending = new Map()
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
    const request = pending.get(key) ?? Promise.withResolvers<Value | undefined>()
    pending.set(key, request)
    if (!isRunning) {
      isRunning = true
      setImmediate(() => void run())
    }
    return request.promise
  }
}
