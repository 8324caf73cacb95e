import type { ItemRun } from './run-items.ts'

export interface WantedPoster {
  titleId: number
  /** Null if it cannot be fetched. */
  load(): Promise<Buffer | null>
}

/** At a time: servers keep their pictures beside everything else. */
const concurrency = 4

/** Fetches and keeps posters. What cannot be fetched is left out: the title keeps its drawn one. */
export async function savePosters({ parts, signal }: ItemRun, wanted: readonly WantedPoster[]): Promise<void> {
  const posters = new Map<number, string>()
  for (let at = 0; at < wanted.length; at += concurrency) {
    signal.throwIfAborted()
    await Promise.all(
      wanted.slice(at, at + concurrency).map(async ({ titleId, load }) => {
        const bytes = await load()
        const poster = bytes && (await parts.posters.store(bytes))
        if (poster) posters.set(titleId, poster)
      }),
    )
  }
  if (posters.size > 0) await parts.posters.set(posters)
}
