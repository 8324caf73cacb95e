import type { WatchType } from '@yunmu/contract'
import type { LibraryParts } from './library-parts.ts'
import { percentOf } from './record-rules.ts'

/** All stored data of a user's watching and opinions, in the units of the contract. Times are ISO 8601. */
export interface LibraryExport {
  records: {
    type: WatchType
    id: number
    name: string
    level: number
    currentTime: number
    duration: number
    percent: number
    time: string
    /** Null unless the record was removed and is not purged yet. */
    deletedAt: string | null
  }[]
  /** Names are empty for deleted titles. */
  favourites: { id: number; name: string; time: string }[]
  follows: { id: number; name: string; time: string }[]
  subscriptions: { id: number; name: string; time: string }[]
  ups: { id: number; name: string; time: string }[]
  scores: { id: number; name: string; score: number; time: string }[]
  titleFollows: { id: number; name: string; time: string }[]
  /** Coming programmes with their channels. */
  programmeReminders: { id: number; name: string; programme: string; time: string }[]
  /** Own lists of titles; the name of 稍后看 is empty. */
  lists: { name: string; time: string; titles: { id: number; name: string; time: string }[] }[]
}

const atSec = (sec: number): string => new Date(sec * 1000).toISOString()

/** Loads the names of objects of one kind. */
async function loadNames(
  findVisible: (ids: readonly number[]) => Promise<ReadonlyMap<number, { name: string }>>,
  ids: readonly number[],
): Promise<(id: number) => { id: number; name: string }> {
  const visible = await findVisible([...new Set(ids)])
  return (id) => ({ id, name: visible.get(id)?.name ?? '' })
}

export async function exportLibrary(
  {
    collector,
    records,
    favourites,
    follows,
    subscriptions,
    opinions,
    lists,
    reminders,
    titles,
    subjects,
  }: LibraryParts,
  userId: number,
): Promise<LibraryExport> {
  await collector.flushUser(userId)
  const [storedRecords, liked, followed, subscribed, { ups, scores }, ownLists, followedTitles, programmes] =
    await Promise.all([
      records.all(userId),
      favourites.list(userId),
      follows.list(userId),
      subscriptions.list(userId),
      opinions.all(userId),
      lists.all(userId),
      reminders.followed(userId),
      reminders.programmes(userId),
    ])
  const [title, channel, match] = await Promise.all([
    loadNames(
      titles.findVisible,
      [...liked, ...ups, ...scores, ...followedTitles, ...ownLists.flatMap((list) => list.titles)].map(
        ({ titleId }) => titleId,
      ),
    ),
    loadNames(
      (ids) => subjects.findVisible('live', ids),
      [...followed, ...programmes].map(({ channelId }) => channelId),
    ),
    loadNames(
      (ids) => subjects.findVisible('match', ids),
      subscribed.map(({ matchId }) => matchId),
    ),
  ])
  return {
    records: storedRecords.map((record) => ({
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
    favourites: liked.map(({ titleId, createdAt }) => ({ ...title(titleId), time: atSec(createdAt) })),
    follows: followed.map(({ channelId, createdAt }) => ({ ...channel(channelId), time: atSec(createdAt) })),
    subscriptions: subscribed.map(({ matchId, createdAt }) => ({ ...match(matchId), time: atSec(createdAt) })),
    ups: ups.map(({ titleId, createdAt }) => ({ ...title(titleId), time: atSec(createdAt) })),
    scores: scores.map(({ titleId, score, updatedAt }) => ({ ...title(titleId), score, time: atSec(updatedAt) })),
    titleFollows: followedTitles.map(({ titleId, createdAt }) => ({ ...title(titleId), time: atSec(createdAt) })),
    programmeReminders: programmes.map(({ channelId, startSec, name }) => ({
      ...channel(channelId),
      programme: name,
      time: atSec(startSec),
    })),
    lists: ownLists.map((list) => ({
      name: list.name,
      time: atSec(list.createdAt),
      titles: list.titles.map(({ titleId, addedAt }) => ({ ...title(titleId), time: atSec(addedAt) })),
    })),
  }
}
