import * as z from 'zod/mini'
import type { Transaction } from 'kysely'
import { createCollectedStore, titlesChanged, type Catalog, type CatalogTables } from './domains/catalog/index.ts'
import { createCollection, type Collection, type CollectionNeeds } from './domains/collection/index.ts'
import type { StationPlatform } from './config.ts'
import type { Media } from './domains/media/index.ts'
import { executeInThread } from './collection-thread.ts'
import { createRemote, type Remote } from './domains/remote/index.ts'
import { commandLineActor, titlesChangedSince } from './platform/audit/audit.ts'
import { remoteNeeds } from './station-remote.ts'

/** What lies elsewhere, and where it is collected from. */
export interface RemoteAndCollection {
  remote: Remote
  collection: Collection
}

export function createRemoteAndCollection(
  platform: StationPlatform,
  catalog: Catalog,
  later: Parameters<typeof remoteNeeds>[2] & { media: () => Pick<Media, 'storePoster'> },
): RemoteAndCollection {
  const remote = createRemote(platform, remoteNeeds(platform, catalog, later))
  return {
    remote,
    collection: createCollection(platform, collectionNeeds(platform, catalog, { remote, media: later.media })),
  }
}

/** A title with its lines, episodes and addresses, as a run stores it. */
const storedSnapshot = z.object({
  title: z.record(z.string(), z.unknown()),
  sources: z.array(z.object({ id: z.int(), name: z.string(), position: z.int() })),
  episodes: z.array(z.object({ id: z.int(), name: z.string() })),
  addressIds: z.array(z.int()),
})

const collectedIn = (tx: Transaction<unknown>) => createCollectedStore(tx.withTables<CatalogTables>())

function collectionNeeds(
  platform: StationPlatform,
  { collected, categories, corrections, writer }: Pick<Catalog, 'collected' | 'categories' | 'corrections' | 'writer'>,
  { remote: { saveAddresses, addressIdsOf }, media }: { remote: Remote; media: () => Pick<Media, 'storePoster'> },
): CollectionNeeds {
  const { events } = platform
  return {
    executeApart: executeInThread(platform),
    async categories() {
      const tops = await categories.list()
      return tops.flatMap(({ id, name, children }) => [
        { id, pidId: id, name, path: name },
        ...children.map((child) => ({ id: child.id, pidId: id, name: child.name, path: `${name} ${child.name}` })),
      ])
    },
    titles: {
      facts: collected.facts,
      survivorsOf: collected.survivorsOf,
      digests: collected.digests,
      lineCounts: collected.lineCounts,
      async snapshots(ids) {
        const snapshots = await collected.snapshots(ids)
        const withAddresses = [...snapshots].map(async ([id, snapshot]) => {
          const addressIds = await addressIdsOf(snapshot.episodes.map((episode) => episode.id))
          return [id, { ...snapshot, addressIds }] as const
        })
        return new Map(await Promise.all(withAddresses))
      },
      originsOf: collected.originsOf,
      save: (drafts, nowSec, alongside) => writer.saveTitles(drafts, nowSec, { alongside }),
      lockIn: (tx, ids) => collectedIn(tx).lock(ids),
      correctedIn: (tx, ids, fromSec) => titlesChangedSince(tx, { ids, fromSec, except: 'collect undo' }),
      undoIn: (tx, { runId, added, changed }) =>
        corrections.collected.undoIn(tx, {
          runId,
          actor: commandLineActor,
          added,
          changed: changed.map(({ id, snapshot }) => ({ id, snapshot: storedSnapshot.parse(snapshot) })),
        }),
      async setPosters(posters) {
        const ids = await collected.setPosters(posters)
        if (ids.length > 0) events.announce(titlesChanged, { ids })
      },
    },
    storePoster: (bytes) => media().storePoster(bytes),
    addresses: {
      async saveIn(tx, addresses, nowSec) {
        const { refused, newHosts, titleIds } = await saveAddresses(tx, addresses, nowSec)
        return { refused: refused.length, newHosts, titleIds }
      },
    },
  }
}
