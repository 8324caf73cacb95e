import type { LibraryParts } from './library-parts.ts'
import { percentOf } from './record-rules.ts'

/** Everything that is kept of what a person watches and likes, in the units of the contract. Times are ISO 8601. */
export interface LibraryExport {
  records: {
    type: 'vod' | 'tv' | 'live'
    id: number
    name: string
    level: number
    currentTime: number
    duration: number
    percent: number
    time: string
    /** For one that was taken away and is not yet forgotten. */
    deletedAt: string | null
  }[]
  /** Names are empty for titles that are gone. */
  favourites: { id: number; name: string; time: string }[]
  ups: { id: number; name: string; time: string }[]
  scores: { id: number; name: string; score: number; time: string }[]
}

const atSec = (sec: number): string => new Date(sec * 1000).toISOString()

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
      time: atSec(record.watchedAt),
      deletedAt: record.deletedAt === null ? null : atSec(record.deletedAt),
    })),
    favourites: liked.map(({ titleId, createdAt }) => ({ ...named(titleId), time: atSec(createdAt) })),
    ups: ups.map(({ titleId, createdAt }) => ({ ...named(titleId), time: atSec(createdAt) })),
    scores: scores.map(({ titleId, score, updatedAt }) => ({ ...named(titleId), score, time: atSec(updatedAt) })),
  }
}
