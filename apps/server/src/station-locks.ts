import type { Accounts } from './domains/accounts/index.ts'
import {
  lockTitles,
  titlesChanged,
  type Catalog,
  type CatalogNeeds,
  type CatalogTables,
} from './domains/catalog/index.ts'
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
  async holdIn(tx, { kind, id }) {
    // Whoever merges, splits or moves episodes of a title waits, and finds its password.
    if (kind === 'vod') await lockTitles(tx.withTables<CatalogTables>(), [id])
  },
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
  async locksIn(tx, titleIds) {
    const found = await locks().locksIn(tx, 'vod', titleIds)
    return found.map(({ id, line }) => ({ titleId: id, sourceId: line }))
  },
})

/** Whether media needs a password. Segments are answered from memory. */
export function mediaLocks(
  { assetPlaces }: Pick<Catalog, 'assetPlaces'>,
  { locks, live }: { locks: () => Locks; live: () => Live },
): MediaNeeds['locks'] {
  return {
    closedLines: (subject: SubjectRef, browserId) => locks().closedLines(subject, browserId),
    stateOf: (part, browserId) => locks().stateOf(part, browserId),
    async stateOfAsset(assetId, browserId) {
      if (!(await locks().hasLocks('vod'))) return 'free'
      const places = (await assetPlaces.of(assetId)).map(async ({ titleId, sourceId, isVisible }) => ({
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
