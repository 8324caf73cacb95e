import { sql } from 'kysely'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '../../apps/server/src/app.ts'
import { listenBacklog } from '../../apps/server/src/platform/http/timeouts.ts'
import { warmUpTasks } from '../../apps/server/src/platform/domain-modules.ts'
import { titlesChanged } from '../../apps/server/src/domains/catalog/index.ts'
import { seedTitles } from '../seed.ts'
import { openScratchStation } from './scratch-station.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * A station in its own process that serves pages of invented titles. The parent sends orders over IPC, and each is
 * answered with one message.
 */
export type PageStationOrder =
  /** Fills the catalog up to a number of titles, and waits until lists and search contain them. */
  | { order: 'fill'; titles: number }
  /** Ids and categories of a number of titles, spread over the catalog. Each has episodes. */
  | { order: 'sample'; count: number }
  /** Changes the newest title, which the home page shows. */
  | { order: 'changeNewest' }
  /** Changes random titles at a rate per second, until the next order of this kind. */
  | { order: 'change'; perSec: number }
  | { order: 'memory' }
  /** The longest turns of the event loop since the last order of the kind, in milliseconds. */
  | { order: 'turns' }
  | { order: 'stop' }

export interface SampledTitle {
  id: number
  pidId: number
  name: string
}

/** A turn of the event loop is measured as the delay of a timer of this period. */
const turnResolutionMs = 5
export interface Turns {
  p99: number
  longest: number
}

const episodesPerTitle = 12
const turns = monitorEventLoopDelay({ resolution: turnResolutionMs })
turns.enable()
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
  for (const { run } of warmUpTasks(station.modules)) await run()
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

let newestChanges = 0

async function changeNewest(): Promise<void> {
  const newest = () => station.catalog.listing.choose({ pidId: null, facets: [] }, 'updatedAt', 0, 1)
  const { ids } = await newest()
  const remarks = `更新 ${newestChanges++}`
  await sql`update title set remarks = ${remarks} where id = any(${[...ids]}::int[])`.execute(platform.db)
  platform.events.announce(titlesChanged, { ids })
  // Reloads the listing first, which is not part of the measurement.
  await newest()
}

function takeTurns(): Turns {
  const [p99, longest] = [turns.percentile(99), turns.max].map((ns) => Math.max(0, ns / 1e6 - turnResolutionMs))
  turns.reset()
  return { p99: p99 ?? 0, longest: longest ?? 0 }
}

async function obey(order: PageStationOrder): Promise<unknown> {
  if (order.order === 'fill') return fill(order.titles)
  if (order.order === 'sample') return sample(order.count)
  if (order.order === 'change') return change(order.perSec)
  if (order.order === 'memory') return process.memoryUsage().rss
  if (order.order === 'turns') return takeTurns()
  if (order.order === 'changeNewest') return changeNewest()
  process.off('disconnect', endWithParent)
  await end()
  process.disconnect?.()
  return undefined
}

async function end(): Promise<void> {
  clearInterval(changing)
  await app.close()
  await close()
}

/** A bench that fails, or is killed, sends no order to stop. */
function endWithParent(): void {
  end().catch((err: unknown) => {
    throw err
  })
}

process.on('message', (order: PageStationOrder) => {
  obey(order).then(
    (answer) => process.connected && process.send?.({ answer: answer ?? null }),
    (err: unknown) => {
      throw err
    },
  )
})
process.on('disconnect', endWithParent)
process.send?.({ answer: Number(address.port) })
