/** Collects ids for a while and announces them together. */
export interface ChangeBatch {
  add(id: number): void
  /** Announces pending ids now. */
  flush(): void
}

export function createChangeBatch({
  delayMs,
  notify,
}: {
  delayMs: number
  notify: (ids: number[]) => void
}): ChangeBatch {
  const pending = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (pending.size === 0) return
    const ids = [...pending]
    pending.clear()
    notify(ids)
  }
  return {
    flush,
    add(id) {
      pending.add(id)
      timer ??= setTimeout(flush, delayMs).unref()
    },
  }
}
