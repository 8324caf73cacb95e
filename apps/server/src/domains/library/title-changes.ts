/** Gathers titles whose likes and scores changed, so that what is kept of them is not made anew with each. */
export interface TitleChanges {
  add(titleId: number): void
  /** Announces what was gathered. */
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
