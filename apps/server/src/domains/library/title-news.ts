/** Gathers titles whose likes and scores changed, so that what is kept of them is not made anew with each. */
export interface TitleNews {
  changed(titleId: number): void
  /** Announces what was gathered. */
  flush(): void
}

export function createTitleNews(announceChanged: (ids: number[]) => void): TitleNews {
  const ids = new Set<number>()
  return {
    changed: (titleId) => void ids.add(titleId),
    flush() {
      if (ids.size === 0) return
      announceChanged([...ids])
      ids.clear()
    },
  }
}
