import { sql } from 'kysely'
import { join } from 'node:path'
import { buildApp } from '../../apps/server/src/app.ts'
import { listenBacklog } from '../../apps/server/src/platform/http/timeouts.ts'
import { titlesChanged } from '../../apps/server/src/domains/catalog/index.ts'
import { seedTitles } from '../seed.ts'
import { openScratchStation } from './scratch-station.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * A station in a process of its own that serves pages of invented titles. The parent sends orders over IPC; each is answered
 * with one message.
 */
export type PageStationOrder =
  /** Fills the catalogue up to so many titles, and waits until lists and search know them. */
  | { order: 'fill'; titles: number }
  /** Ids and categories of so many titles, spread over the catalogue. Each has episodes. */
  | { order: 'sample'; count: number }
  /** Announces that the newest title changed, which the home page shows. */
  | { order: 'announce' }
  /** Changes a random title so many times a second, until the next order of the kind. */
  | { order: 'change'; perSec: number }
  | { order: 'memory' }
  | { order: 'stop' }

export interface SampledTitle {
  id: number
  pidId: number
  name: string
}

const episodesPerTitle = 12
const { platform, station, close } = await openScratchStation()
const app = await buildApp(platform, station, { webBuildDir: join(import.meta.dirname, '../../apps/web/build') })
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1', backlog: listenBacklog }))
let filled = 0
let changing: NodeJS.Timeout | undefined

async function fill(titles: number): Promise<void> {
  await seedTitles(platform.db, titles - filled, filled + 1)
  filled = titles
  await sql`vacuum analyze title`.execute(platform.db)
  await sql`vacuum analyze title_listing`.execute(platform.db)
  platform.events.reportGap()
  await station.catalog.listing.choose({ pidId: null, facets: [] }, 'updatedAt', 0, 1)
  await station.search.load()
}

async function sample(count: number): Promise<SampledTitle[]> {
  const random = seededRandom(count + filled)
  const ids = Array.from({ length: count }, () => 1 + Math.floor(random() * filled))
  await sql`
    with sources as (
      insert into source (title_id, name, position)
      select id, '本站', 0 from unnest(${ids}::int[]) as asked (id)
      where not exists (select from source where source.title_id = asked.id) group by id returning id
    )
    insert into episode (source_id, level, name, state, duration_ms, created_at)
    select sources.id, level, '第' || level || '集', 'ready', 2700000, 1700000000
    from sources cross join generate_series(1, ${episodesPerTitle}::int) as level`.execute(platform.db)
  const { rows } = await sql<SampledTitle>`
    select title.id, pid_id as "pidId", name from title where id = any(${ids}::int[])`.execute(platform.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

async function changeOne(random: () => number): Promise<void> {
  const id = 1 + Math.floor(random() * filled)
  await sql`update title set remarks = ${`更新 ${Math.floor(random() * 100)}`} where id = ${id}`.execute(platform.db)
  await sql`update title_listing set updated_at = ${Math.floor(Date.now() / 1000)} where title_id = ${id}`.execute(
    platform.db,
  )
  platform.events.announce(titlesChanged, { ids: [id] })
}

function change(perSec: number): void {
  clearInterval(changing)
  if (perSec === 0) return
  const random = seededRandom(perSec)
  changing = setInterval(() => {
    changeOne(random).catch((err: unknown) => platform.log.warn({ err }, 'a title could not be changed'))
  }, 1000 / perSec)
}

async function announceNewest(): Promise<void> {
  const newest = () => station.catalog.listing.choose({ pidId: null, facets: [] }, 'updatedAt', 0, 1)
  platform.events.announce(titlesChanged, { ids: (await newest()).ids })
  // The listing is read anew before the next page, which is not what is measured.
  await newest()
}

async function obey(order: PageStationOrder): Promise<unknown> {
  if (order.order === 'fill') return fill(order.titles)
  if (order.order === 'sample') return sample(order.count)
  if (order.order === 'change') return change(order.perSec)
  if (order.order === 'memory') return process.memoryUsage().rss
  if (order.order === 'announce') return announceNewest()
  clearInterval(changing)
  await app.close()
  await close()
  process.disconnect?.()
  return undefined
}

process.on('message', (order: PageStationOrder) => {
  obey(order).then(
    (answer) => process.connected && process.send?.({ answer: answer ?? null }),
    (err: unknown) => {
      throw err
    },
  )
})
process.send?.({ answer: Number(address.port) })
