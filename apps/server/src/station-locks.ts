import { LRUCache } from 'lru-cache'
import type { Accounts } from './domains/accounts/index.ts'
import { categoriesChanged, titlesChanged, type Catalog, type CatalogNeeds } from './domains/catalog/index.ts'
import { channelsChanged, type Live } from './domains/live/index.ts'
import { fileState, type Locks, type LocksNeeds } from './domains/locks/index.ts'
import type { MediaNeeds } from './domains/media/index.ts'
import type { Platform } from './platform/platform.ts'
import type { SubjectRef, Subjects } from './platform/subjects.ts'

/** What the passwords of titles and channels need, and what others need of them. */

export const locksNeeds = (
  { events }: Pick<Platform, 'events'>,
  { subjects, accounts }: { subjects: Subjects; accounts: Pick<Accounts, 'sharedPasswords'> },
): LocksNeeds => ({
  subjects,
  passwords: accounts.sharedPasswords,
  subjectChanged: {
    async announceIn(tx, { kind, id }) {
      if (kind === 'vod') await events.announceIn(tx, titlesChanged, { ids: [id] })
      else await events.announceIn(tx, channelsChanged, {})
    },
    announce({ kind, id }) {
      if (kind === 'vod') events.announce(titlesChanged, { ids: [id] })
      else events.announce(channelsChanged, {})
    },
  },
})

export const catalogLocks = (locks: () => Locks): CatalogNeeds['locks'] => ({
  lockedTitles: () => locks().lockedSubjects('vod'),
  lockedSources: (id) => locks().lockedLines({ kind: 'vod', id }),
})

/** Assets whose sources are remembered, and for how long at most: a change is announced. */
const sourcesCache = { max: 5000, ttl: 10_000 }

/** Whether media needs a password. Segments are answered from memory. */
export function mediaLocks(
  { events }: Pick<Platform, 'events'>,
  { episodes }: Pick<Catalog, 'episodes'>,
  { locks, live }: { locks: () => Locks; live: () => Live },
): MediaNeeds['locks'] {
  const sources = new LRUCache<number, ReturnType<typeof episodes.sourcesOf>>(sourcesCache)
  for (const event of [titlesChanged, categoriesChanged]) events.on(event, () => sources.clear())

  const sourcesOf = (assetId: number): ReturnType<typeof episodes.sourcesOf> => {
    const known = sources.get(assetId)
    if (known) return known
    const reading = episodes.sourcesOf(assetId)
    sources.set(assetId, reading)
    reading.catch(() => sources.delete(assetId))
    return reading
  }
  return {
    closedLines: (subject: SubjectRef, browserId) => locks().closedLines(subject, browserId),
    stateOf: (part, browserId) => locks().stateOf(part, browserId),
    async stateOfAsset(assetId, browserId) {
      if (!(await locks().hasLocks('vod'))) return 'free'
      const places = (await sourcesOf(assetId)).map(async ({ titleId, sourceId, isVisible }) => ({
        isVisible,
        state: await locks().stateOf({ kind: 'vod', id: titleId, line: sourceId }, browserId),
      }))
      return fileState(await Promise.all(places))
    },
    async stateOfStream(streamId, browserId) {
      if (!(await locks().hasLocks('live'))) return 'free'
      const stream = (await live().lineup()).streams.get(streamId)
      return stream ? locks().stateOf({ kind: 'live', id: stream.channelId, line: stream.line }, browserId) : 'free'
    },
  }
}
