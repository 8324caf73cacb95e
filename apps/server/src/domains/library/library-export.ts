import type { LibraryParts } from './library-parts.ts'
import { percentOf } from './record-rules.ts'

/** Everything that is kept of what a person watches and likes, in the units of the contract. Times are Unix seconds. */
export interface LibraryExport {
  records: {
    type: 'vod' | 'tv' | 'live'
    id: number
    name: string
    level: number
    currentTime: number
    duration: number
    percent: number
    time: number
    /** For one that was taken away and is not yet forgotten. */
    deletedAt: number | null
  }[]
  /** Names are empty for titles that are gone. */
  favourites: { id: number; name: string; time: number }[]
  ups: { id: number; name: string; time: number }[]
  scores: { id: number; name: string; score: number; time: number }[]
}

export async function exportLibrary(
  { collector, records, favourites, opinions, titles }: LibraryParts,
  userId: number,
): Promise<LibraryExport> {
  await collector.settle(userId)
  const [kept, liked, { ups, scores }] = await Promise.all([
    records.all(userId),
    favourites.list(userId),
    opinions.all(userId),
  ])
  const known = await titles.known([...new Set([...liked, ...ups, ...scores].map(({ titleId }) => titleId))])
  const named = (id: number) => ({ id, name: known.get(id)?.name ?? '' })
  return {
    records: kept.map((record) => ({
      type: record.type,
      id: record.refId,
      name: record.name,
      level: record.level,
      currentTime: record.positionMs / 1000,
      duration: record.durationMs / 1000,
      percent: percentOf(record.positionMs, record.durationMs),
      time: record.watchedAt,
      deletedAt: record.deletedAt,
    })),
    favourites: liked.map(({ titleId, createdAt }) => ({ ...named(titleId), time: createdAt })),
    ups: ups.map(({ titleId, createdAt }) => ({ ...named(titleId), time: createdAt })),
    scores: scores.map(({ titleId, score, updatedAt }) => ({ ...named(titleId), score, time: updatedAt })),
  }
}
