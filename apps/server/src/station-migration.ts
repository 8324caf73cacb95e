import { stat } from 'node:fs/promises'
import { toSimplified } from '@yunmu/zh'
import type { StationPlatform } from './config.ts'
import type { Accounts } from './domains/accounts/index.ts'
import {
  categoriesChanged,
  titlesChanged,
  createRemoteEpisodeStore,
  type Catalog,
  type CatalogTables,
} from './domains/catalog/index.ts'
import { createPictureStore } from './domains/collection/index.ts'
import { commentsChanged, type Comments } from './domains/comments/index.ts'
import type { Danmaku } from './domains/danmaku/index.ts'
import type { Guide } from './domains/guide/index.ts'
import { typeOfTitle, type Library } from './domains/library/index.ts'
import type { Live } from './domains/live/index.ts'
import type { Locks } from './domains/locks/index.ts'
import type { MigrationNeeds } from './domains/migration/index.ts'
import type { Media } from './domains/media/index.ts'
import type { Moderation } from './domains/moderation/index.ts'
import {
  originOfTitle,
  seasonName,
  type ImportEvent,
  type NameChange,
  type Operations,
  type TitleProvider,
} from './domains/operations/index.ts'
import type { Remote } from './domains/remote/index.ts'
import type { Vip } from './domains/vip/index.ts'
import { nowSec } from './platform/process/clock.ts'
import { likelyCategory } from './platform/vocabulary/categories.ts'

interface Domains {
  catalog: Catalog
  remote: Remote
  accounts: Accounts
  library: Library
  live: Live
  comments: Comments
  danmaku: Danmaku
  moderation: Moderation
  locks: Locks
  vip: Vip
  guide: Guide
  media: Pick<Media, 'storePoster'>
  operations: Operations
}

/** What a migration needs: it writes to most domains, each by that domain's own functions. */
export function migrationNeeds(platform: StationPlatform, domains: Domains): MigrationNeeds {
  const { clock } = platform
  const { accounts, library, vip, remote, guide } = domains
  return {
    catalog: catalogOf(platform, domains.catalog),
    async saveAddresses(tx, addresses, nowSeconds) {
      const { refused, ...saved } = await remote.saveAddresses(tx, addresses, nowSeconds)
      return { ...saved, refused: refused.length }
    },
    locks: domains.locks.manager,
    pictures: {
      async addPostersIn(tx, pictures, nowSeconds) {
        const known = await domains.catalog.collected.facts(pictures.map(({ titleId }) => titleId))
        const withPoster = new Set(known.filter(({ poster }) => poster !== '').map(({ id }) => id))
        await createPictureStore(tx).add(
          pictures.filter(({ titleId }) => !withPoster.has(titleId)),
          nowSeconds,
        )
      },
      addPortraitsIn: accounts.fetchPortraitsLaterIn,
    },
    users: {
      save: accounts.importUsers,
      existing: async (ids) => new Set((await accounts.authors(ids, nowSec(clock))).keys()),
      saveVipEnd: vip.ledger.importEndIn,
      setPassword: async (name, password) => void (await accounts.manager.setPassword(name, password)),
    },
    library: {
      saveIn: (tx, { favourites, records }) =>
        library.importIn(tx, {
          favourites,
          records: records.map(({ titleId, pidId, name, watchedSec, ...record }) => ({
            ...record,
            kind: 'vod' as const,
            refId: titleId,
            type: typeOfTitle(pidId),
            name: toSimplified(name),
            watchedAt: watchedSec,
          })),
        }),
    },
    texts: textsOf(platform, domains),
    channels: channelsOf(domains.live),
    async addGuide(address) {
      if (await guide.sources.find(address)) return false
      await guide.sources.save(address, {}, nowSec(clock))
      return true
    },
    proposeCategory: (name, own) => likelyCategory(name, own)?.id ?? null,
    folderImport: folderImportOf(domains.operations),
    posters: postersOf(platform, domains),
  }
}

const folderImportOf = ({ importFolder, places }: Operations): MigrationNeeds['folderImport'] => ({
  async run(folder, { files, pictures, signal, onEvent }) {
    const changes = new Map<string, NameChange>(
      [...files].map(([path, { typeId, name, ...facts }]) => [path, { skip: false, typeId, name, facts }]),
    )
    const isThere = await stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    if (!isThere) return 'noFolder'
    const provider: TitleProvider = {
      name: 'migration',
      async find(title) {
        const found = pictures.of(title)
        return found && { facts: {}, ...found }
      },
      picture: (address) => pictures.load(address),
    }
    const report = (event: ImportEvent): void => {
      if (event.event === 'progress') onEvent({ file: event.file, failure: null })
      if (event.event === 'failed') onEvent({ file: event.file, failure: event.reason })
    }
    const done = await importFolder({ folder, changes, provider, withLadder: false, signal, report })
    return done === 'busy' ? 'busy' : 'done'
  },
  places,
  originOf: originOfTitle,
  seasonName,
})

const postersOf = (
  { events }: Pick<StationPlatform, 'events'>,
  { catalog, media }: Pick<Domains, 'catalog' | 'media'>,
): MigrationNeeds['posters'] => ({
  store: media.storePoster,
  async set(posters) {
    const ids = await catalog.collected.setPosters(posters)
    if (ids.length > 0) events.announce(titlesChanged, { ids })
  },
})

const catalogOf = (
  { events }: Pick<StationPlatform, 'events'>,
  { categories, writer, titles }: Catalog,
): MigrationNeeds['catalog'] => ({
  categories: categories.all,
  async addCategories(added) {
    await categories.add(added)
    if (added.length > 0) events.announce(categoriesChanged, {})
  },
  saveTitles: (drafts, nowSeconds, alongside) => writer.saveTitles(drafts, nowSeconds, { alongside }),
  async sourcesOf(tx, episodeIds) {
    const store = createRemoteEpisodeStore(tx.withTables<CatalogTables>())
    return new Map((await store.find({ episodeIds })).map(({ episodeId, sourceId }) => [episodeId, sourceId]))
  },
  titles: titles.findAny,
})

const textsOf = (
  { events }: Pick<StationPlatform, 'events'>,
  { comments, danmaku, moderation }: Pick<Domains, 'comments' | 'danmaku' | 'moderation'>,
): MigrationNeeds['texts'] => ({
  clean: (text) => moderation.clean('comment', text),
  scan: moderation.scanTexts,
  saveComments: comments.importIn,
  announceComments(titleIds) {
    for (const id of titleIds) events.announce(commentsChanged, { kind: 'vod', id })
  },
  saveDanmaku: async ({ id, level }, records) =>
    (await danmaku.pools.importRecords({ kind: 'vod', id, level }, records, 0)).added,
})

const channelsOf = (live: Live): MigrationNeeds['channels'] => ({
  async save({ name, group, addresses }) {
    const entries = addresses.map((url) => ({
      name,
      url,
      label: '',
      group,
      logo: '',
      tvgId: '',
      tvgName: '',
      number: 0,
      shiftMinutes: 0,
      catchup: null,
      userAgent: '',
    }))
    const { ids } = await live.importList(entries, { trusted: false, logos: false, always: false, replace: false })
    return ids[0] ?? null
  },
  async importEntries(entries) {
    const options = { trusted: false, logos: true, always: false, replace: false }
    return (await live.importList(entries, options)).skipped
  },
  async page(id) {
    const channel = (await live.lineup()).byId.get(id)
    if (!channel) return null
    const { types, group, overseas } = channel
    return overseas ? { name: 'overseas', type: types, group, stream: 0, id } : { name: 'live', types, stream: 0, id }
  },
})
