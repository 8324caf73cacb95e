import { sql } from 'kysely'
import { filterFacets } from '../apps/server/src/domains/catalog/listing/listing-rules.ts'
import { listOrders } from '../apps/server/src/domains/catalog/listing/listing-index.ts'
import type { Selection } from '../apps/server/src/domains/catalog/listing/listing-store.ts'
import { median, percentile, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { seededWords, seedTitles } from './seed.ts'

/**
 * List pages at 10k, 100k and 1M titles: any order and mix of filters, pages 1 to 20. Measures the cost of a cache
 * miss: choosing and counting, and fetching the cards.
 */
const sizes = [10_000, 100_000, 1_000_000].slice(0, Number(process.argv[2] ?? 3))
const rounds = 400

const { platform, station, close } = await openScratchStation()
try {
  const medians: Record<string, number> = {}
  let filled = 0
  for (const size of sizes) {
    await seedTitles(platform.db, size - filled, filled + 1)
    filled = size
    await station.catalog.listing.refresh(null)
    await sql`vacuum analyze title`.execute(platform.db)
    const times = await measure(size)
    medians[size] = median(times)
    report('lists', {
      titles: size,
      medianMs: round(median(times)),
      p95Ms: round(percentile(times, 0.95)),
      maxMs: round(Math.max(...times)),
    })
  }
  const [first, last] = [medians[sizes[0] ?? 0], medians[sizes.at(-1) ?? 0]]
  if (first !== undefined && last !== undefined)
    report('lists', { ratio: round(last / first), promised: '≤ 1.5, median ≤ 5 ms' })
} finally {
  await close()
}

async function measure(seed: number): Promise<number[]> {
  const random = seededRandom(seed)
  const { listing, titles } = station.catalog
  const times: number[] = []
  for (let at = 0; at < rounds; at++) {
    const selection = randomSelection(random)
    const order = listOrders[at % listOrders.length] ?? 'updatedAt'
    const page = Math.floor(random() ** 3 * 20)
    const begun = performance.now()
    const { ids } = await listing.choose(selection, order, page * 24, 24)
    await titles.cards(ids, 1_795_000_000)
    times.push(performance.now() - begun)
  }
  // The first ones fill PostgreSQL's caches.
  return times.slice(rounds / 10)
}

function randomSelection(random: () => number): Selection {
  const maybe = (values: readonly string[], any: string, chance: number): string =>
    random() < chance ? (values[Math.floor(random() * values.length)] ?? any) : any
  const facets = filterFacets({
    area: maybe(seededWords.areas, '0', 0.4),
    year: maybe(['2026', '2025', '2020', '2008', ...seededWords.decades], '0', 0.4),
    genre: maybe(seededWords.genres, '0', 0.6),
    letter: maybe(seededWords.letters, '0', 0.1),
    vip: maybe(['VIP', '免费'], '0', 0.2),
    lang: maybe(seededWords.langs, '0', 0.1),
  })
  return { pidId: random() < 0.1 ? null : 1 + Math.floor(random() * 7), facets }
}
