import { sql, type Kysely } from 'kysely'
import { gunzipSync, gzipSync } from 'node:zlib'
import { buildApp } from '../apps/server/src/app.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'

/** The sitemaps of a million titles, requested one after the other like a crawler: time, size, memory. */
const titles = Number(process.argv[2] ?? 1_000_000)
const mb = (bytes: number): number => round(bytes / 1024 / 1024)

const { platform, station, close } = await openScratchStation()
const app = await buildApp(platform, station, { lagMs: () => 0 })
try {
  await listTitles(platform.db)
  await sql`vacuum analyze title_listing`.execute(platform.db)
  const ask = async (url: string) => {
    const begun = performance.now()
    const { rawPayload, statusCode, headers } = await app.inject({ url, headers: { host: 'films.example' } })
    if (statusCode !== 200) throw new Error(`${url} was answered with status ${statusCode}`)
    return { bytes: rawPayload, ms: performance.now() - begun, etag: String(headers['etag']) }
  }

  const before = process.memoryUsage().rss
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10)
  const index = await ask('/sitemap.xml')
  const paths = [...index.bytes.toString().matchAll(/<loc>https?:\/\/[^/]+(\/sitemaps\/titles-\d+\.xml\.gz)/g)]
  const times: number[] = []
  const sizes: number[] = []
  let sample: Buffer = Buffer.alloc(0)
  for (const [, path = ''] of paths) {
    const { bytes, ms } = await ask(path)
    times.push(ms)
    sizes.push(bytes.length)
    sample = bytes
  }
  clearInterval(watching)
  const kept = await ask(paths[0]?.[1] ?? '')
  report('sitemap', {
    titles,
    files: paths.length,
    indexMs: round(index.ms),
    medianMs: round(median(times)),
    maxMs: round(Math.max(...times)),
    allSec: round(times.reduce((sum, ms) => sum + ms, 0) / 1000),
    keptMs: round(kept.ms),
    packedMb: mb(sizes.reduce((sum, bytes) => sum + bytes, 0)),
    largestMb: mb(Math.max(...sizes)),
    memoryMb: mb(peak - before),
    ...withAlternates(gunzipSync(sample).toString()),
  })
} finally {
  await app.close()
  await close()
}

/** Fills only the listing, which is all that sitemaps need. */
async function listTitles(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into title_listing (title_id, pid_id, facets, updated_at)
      select n, 1 + n % 7, '{}', 1600000000 + abs(hashint4(n)) % 190000000 from generate_series(1, ${titles}::int) n`.execute(
      tx,
    )
  })
}

/** Size of a file that would list both scripts of each page, as the pages themselves do. */
function withAlternates(plain: string): Record<string, number> {
  const named = plain.replace(/<loc>([^<]*)<\/loc>/g, (loc, address: string) =>
    [
      loc,
      `<xhtml:link rel="alternate" hreflang="zh-Hans" href="${address}"/>`,
      `<xhtml:link rel="alternate" hreflang="zh-Hant" href="${address}?lang=t"/>`,
    ].join(''),
  )
  return { plainMb: mb(plain.length), alternatesMb: mb(named.length), alternatesPackedMb: mb(gzipSync(named).length) }
}
