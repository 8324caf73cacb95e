/** Gathers ids for a while and tells of them together. */
export interface ChangeBatch {
  add(id: number): void
  /** Tells now of what is waiting. */
  flush(): void
}

export function createChangeBatch({ delayMs, tell }: { delayMs: number; tell: (ids: number[]) => void }): ChangeBatch {
  const waiting = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    const ids = [...waiting]
    waiting.clear()
    tell(ids)
  }
  return {
    flush,
    add(id) {
      waiting.add(id)
      timer ??= setTimeout(flush, delayMs).unref()
    },
  }
}
