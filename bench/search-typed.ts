import { SearchEngine } from '../apps/server/src/domains/search/engine/search-engine.ts'
import { report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { titlesAmongOthers, typedQueries } from './lib/typed-queries.ts'

/**
 * How often a well-known title stands among the first ten for what people type when they mean it, among invented others.
 * `node bench/search-typed.ts [held-out|tuning] [titles]` prints the share by kind and names each miss.
 */
const set = process.argv[2] === 'tuning' ? 'tuning' : 'held-out'
const titleCount = Number(process.argv[3] ?? 100_000)
const first = 10

const titles = titlesAmongOthers(titleCount, seededRandom(2026))
const engine = new SearchEngine()
engine.put(titles)
await engine.reindex(async () => {})
const nameOf = new Map(titles.map(({ id, name }) => [id, name]))

const queries = typedQueries(set)
const misses = new Set<string>()
const begun = process.cpuUsage()
for (const { query, name } of queries) {
  const names = engine.find(query, first).ids.map((id) => nameOf.get(id))
  if (!names.includes(name)) misses.add(query)
}
const { user, system } = process.cpuUsage(begun)

const percentOf = (found: number, asked: number): number => round((100 * found) / asked, 1)
const foundPercent: Record<string, number> = {}
for (const [kind, all] of Map.groupBy(queries, (each) => each.kind)) {
  const missed = all.filter(({ query }) => misses.has(query))
  foundPercent[kind] = percentOf(all.length - missed.length, all.length)
  console.log(`${kind}: ${all.length - missed.length} of ${all.length}`)
  for (const { query, name } of missed) console.log(`  missed ${query} → ${name}`)
}
report('search-typed', {
  set,
  titles: titleCount,
  queries: queries.length,
  foundPercent,
  allPercent: percentOf(queries.length - misses.size, queries.length),
  cpuMeanMs: round((user + system) / 1000 / queries.length),
  promised: '≥ 95 %',
})
