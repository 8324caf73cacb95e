/** Heavy work, one piece at a time; who asks for a piece that is under way shares it. */
export interface WorkQueue<Result> {
  /** Null where too much is waiting already. */
  run(key: string, work: () => Promise<Result>): Promise<Result> | null
}

export function createWorkQueue<Result>(longest: number): WorkQueue<Result> {
  const waiting = new Map<string, Promise<Result>>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(key, work) {
      const before = waiting.get(key)
      if (before) return before
      if (waiting.size >= longest) return null
      const now = last.then(work).finally(() => waiting.delete(key))
      // The next piece begins whatever became of this one.
      last = now.catch(() => {})
      waiting.set(key, now)
      return now
    },
  }
}
