import type { NavItem } from '@yunmu/contract'
import { toSimplified } from '@yunmu/zh'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import { createFindSession, type AccountsTables } from './domains/accounts/index.ts'
import {
  createCatalog,
  shelvesChanged,
  titlesChanged,
  type Catalog,
  type CatalogTables,
} from './domains/catalog/index.ts'
import { createMedia, type Media, type MediaTables } from './domains/media/index.ts'
import { createSite, type SiteTables } from './domains/site/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Events } from './platform/events.ts'
import type { Logger } from './platform/logger.ts'
import type { Secrets } from './platform/secrets.ts'
import type { FindSession } from './platform/viewer.ts'

/** What every part of the station stands on. */
export interface Ground {
  config: Config
  db: Kysely<unknown>
  events: Events
  clock: Clock
  log: Logger
  secrets: Secrets
}

/** The domains, connected: what the web server and the command line both work with. */
export interface Station {
  catalog: Catalog
  media: Media
  site: ReturnType<typeof createSite>
  findSession: FindSession
}

/** The only place that connects domains. */
export function createStation(ground: Ground): Station {
  const { config, db, events, clock } = ground
  const catalog = createCatalog(db.withTables<CatalogTables>(), { events, clock, toSimplified })
  const site = createSite(db.withTables<SiteTables>(), {
    imageBase: config.mediaUrl,
    navigation: { vodTypes: () => navigationOf(catalog), changed: shelvesChanged },
  })
  return {
    catalog,
    media: mediaOf(ground, catalog),
    site,
    findSession: createFindSession(db.withTables<AccountsTables>()),
  }
}

function mediaOf({ config, db, events, clock, log, secrets }: Ground, { episodes, drawings, writer }: Catalog): Media {
  const { dataDir, mediaUrl, mediaCacheMb, allowedOrigins } = config
  return createMedia(db.withTables<MediaTables>(), {
    dataDir,
    mediaKey: secrets.mediaKey,
    mediaUrl,
    cacheBytes: mediaCacheMb * 1024 * 1024,
    allowedOrigins,
    events,
    clock,
    log,
    episodes: {
      find: episodes.find,
      async settle(settled) {
        const ids = await writer.settleAsset(settled)
        if (ids.length > 0) events.announce(titlesChanged, { ids })
      },
    },
    titles: {
      artwork: drawings.drawnFrom,
      rememberDrawing: drawings.remember,
      announceChanged: (ids) => events.announce(titlesChanged, { ids }),
    },
  })
}

/**
 * Tells the episodes that wait for an asset what became of it: a process that was killed between publishing a film and
 * noting it leaves such episodes behind.
 */
export async function settleWaitingEpisodes(
  { catalog, media }: Pick<Station, 'catalog' | 'media'>,
  events: Events,
): Promise<void> {
  const states = await media.assets.assetState(await catalog.episodes.pendingAssets())
  const ids: number[] = []
  for (const [assetId, { state, durationMs }] of states) {
    if (state !== 'pending') ids.push(...(await catalog.writer.settleAsset({ assetId, state, durationMs })))
  }
  if (ids.length > 0) events.announce(titlesChanged, { ids })
}

async function navigationOf({ shelves }: Catalog): Promise<NavItem[]> {
  const top = await shelves.shelves()
  return top.map(({ id, name, typeEn, children }) => ({
    id,
    name,
    typeId: id,
    typeName: name,
    typePid: 0,
    typeEn,
    children,
  }))
}
