import type { Transaction } from 'kysely'
import { mediaReaders, type StationPlatform } from './config.ts'
import {
  categoriesChanged,
  createRemoteEpisodeStore,
  titlesChanged,
  type Catalog,
  type CatalogTables,
} from './domains/catalog/index.ts'
import type { Accounts } from './domains/accounts/index.ts'
import type { Messages } from './domains/messages/index.ts'
import { probeFile } from './domains/media/index.ts'
import type { RemoteNeeds } from './domains/remote/index.ts'
import type { Locks } from './domains/locks/index.ts'

/** What films elsewhere need of other domains. */
export const remoteNeeds = (
  { config, events }: Pick<StationPlatform, 'config' | 'events'>,
  { remoteEpisodes, writer }: Pick<Catalog, 'remoteEpisodes' | 'writer'>,
  others: { locks: () => Locks; accounts: () => Accounts; messages: () => Messages },
): RemoteNeeds => ({
  allowedOrigins: mediaReaders(config),
  async probe(file, signal) {
    try {
      const { video, durationSec } = await probeFile(file, signal)
      return { height: video.height, durationMs: Math.round(durationSec * 1000) }
    } catch (err) {
      // An encrypted segment is no video, and not every machine has ffmpeg.
      signal.throwIfAborted()
      if (err instanceof Error) return { height: 0, durationMs: 0 }
      throw err
    }
  },
  async notifyOperatorsIn(tx, notice) {
    const operators = await others.accounts().operators()
    if (operators.length > 0)
      await others.messages().notifyIn(tx, operators, { type: 'reminder', about: null, ...notice })
  },
  locks: {
    stateOf: ({ titleId, sourceId }, browserId) =>
      others.locks().stateOf({ kind: 'vod', id: titleId, line: sourceId }, browserId),
  },
  episodes: {
    find: remoteEpisodes.find,
    settleIn: (tx, ids, isReady) => remoteEpisodesOf(tx).settle(ids, isReady),
    saveDurationIn: (tx, { episodeId, durationMs }) =>
      remoteEpisodesOf(tx).saveDurations(new Map([[episodeId, durationMs]])),
    async place({ titleId, source, level }, nowSec) {
      const find = async (): Promise<number | null> => {
        const all = await remoteEpisodes.find({ titleIds: [titleId] })
        return all.find((episode) => episode.source === source && episode.level === level)?.episodeId ?? null
      }
      const known = await find()
      if (known !== null || !(await remoteEpisodes.hasTitle(titleId))) return known
      await writer.saveEpisodes(titleId, [{ source, level, name: `第${level}集` }], nowSec)
      return find()
    },
    announceChanged: (ids) => events.announce(titlesChanged, { ids }),
    onChanged(listener) {
      events.on(titlesChanged, (detail) => listener(detail?.ids ?? null))
      events.on(categoriesChanged, () => listener(null))
    },
  },
})

const remoteEpisodesOf = (tx: Transaction<unknown>) => createRemoteEpisodeStore(tx.withTables<CatalogTables>())
