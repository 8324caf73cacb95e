import type { NavItem } from '@yunmu/contract'
import { toSimplified } from '@yunmu/zh'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import { createFindSession, type AccountsTables } from './domains/accounts/index.ts'
import { createCatalog, shelvesChanged, type Catalog, type CatalogTables } from './domains/catalog/index.ts'
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
  site: ReturnType<typeof createSite>
  findSession: FindSession
}

/** The only place that connects domains. */
export function createStation({ config, db, events, clock }: Ground): Station {
  const catalog = createCatalog(db.withTables<CatalogTables>(), { events, clock, toSimplified })
  const site = createSite(db.withTables<SiteTables>(), {
    imageBase: config.mediaUrl,
    navigation: { vodTypes: () => navigationOf(catalog), changed: shelvesChanged },
  })
  return { catalog, site, findSession: createFindSession(db.withTables<AccountsTables>()) }
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
