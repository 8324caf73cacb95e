import { SearchEngine } from '../apps/server/src/domains/search/engine/search-engine.ts'
import { gate } from './lib/gate.ts'
import { report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { titlesAmongOthers, typedQueries } from './lib/typed-queries.ts'

/**
 * How often a well-known title is among the first ten results for what people type, among invented titles. `node
 * bench/search-typed.ts [held-out|tuning] [titles]` prints the share by kind and each miss, and ends with 1 if less than
 * 95 % are found.
 */
const set = process.argv[2] === 'tuning' ? 'tuning' : 'held-out'
const titleCount = Number(process.argv[3] ?? 100_000)
const first = 10
const minPercent = 95

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
const allPercent = percentOf(queries.length - misses.size, queries.length)
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
  allPercent,
  cpuMeanMs: round((user + system) / 1000 / queries.length),
  promised: `≥ ${minPercent} %`,
})
gate(`${set} queries`, allPercent >= minPercent, `${allPercent} % in the first ${first}, at least ${minPercent} %`)
