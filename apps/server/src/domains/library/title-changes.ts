/** Collects titles whose likes and scores changed, so that a burst invalidates caches once. */
export interface TitleChanges {
  add(titleId: number): void
  /** Announces the collected changes. */
  flush(): void
}

export function createTitleChanges(announceChanged: (ids: number[]) => void): TitleChanges {
  const ids = new Set<number>()
  return {
    add: (titleId) => void ids.add(titleId),
    flush() {
      if (ids.size === 0) return
      announceChanged([...ids])
      ids.clear()
    },
  }
}
