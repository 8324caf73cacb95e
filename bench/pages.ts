import { anyFilter, browseUrl, detailsUrl, homeUrl, searchUrl, tabsUrl, vodUrl } from '@yunmu/urls'
import { Agent, request } from 'node:http'
import { openPageStation, type PageStation } from './lib/open-page-station.ts'
import type { SampledTitle } from './lib/page-station.ts'
import { median, percentile, report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { seededWords } from './seed.ts'

/**
 * What pages cost in CPU, of the station and its database together: each kind cold and warm at 10k, 100k and 1M titles, and
 * a mix over 300,000 titles while titles change. CPU and not time, because it hardly depends on what else the machine does.
 *
 *     node bench/pages.ts          all of it
 *     node bench/pages.ts cold 2   the first two sizes, cold and warm
 *     node bench/pages.ts mix      the mix alone
 */
const [part = 'all', many = '3'] = process.argv.slice(2)
const sizes = [10_000, 100_000, 1_000_000].slice(0, Number(many))
const pagesPerKind = 300
const warmUpPages = 100
const warmRounds = 20
const mixTitles = 300_000
const changesPerSec = 5
const mixSec = 60
const categories = ['电视剧', '电影', '综艺', '动漫', '纪录片', '短剧', '体育']

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Asks for a page as a browser does. Resolves to its size on the wire, or throws where it is none. */
function ask(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length))
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(bytes)
        else reject(new Error(`${url} answered ${reply.statusCode} ${reply.headers.location ?? ''}`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function cpuPerPage(station: PageStation, paths: readonly string[]) {
  const before = station.cpu()
  const sizesOfPages: number[] = []
  for (const path of paths) sizesOfPages.push(await ask(`${station.origin}${path}`))
  const after = station.cpu()
  return {
    stationMs: (after.station - before.station) / paths.length,
    databaseMs: (after.database - before.database) / paths.length,
    packedKb: median(sizesOfPages) / 1024,
  }
}

/** Addresses of pages that nobody has asked for yet. */
function addressesOf(titles: readonly SampledTitle[], seed: number): Record<string, string[]> {
  const random = seededRandom(seed)
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? ''
  const browse = () =>
    browseUrl(
      pick(categories),
      { ...anyFilter, genre: pick(seededWords.genres), area: pick(seededWords.areas), year: pick(seededWords.decades) },
      1 + Math.floor(random() * 3),
    )
  return {
    details: titles.map(detailsUrl),
    browse: [...new Set(Array.from({ length: 4 * titles.length }, browse))].slice(0, titles.length),
    search: [...new Set(titles.map(({ name }) => searchUrl({ q: name.slice(0, 3) })))],
    player: titles.map((title) => vodUrl({ ...title, level: 1 })),
  }
}

async function measureCold(station: PageStation, titles: number): Promise<Record<string, number>> {
  await station.order({ order: 'fill', titles })
  const sampled = await station.sample(warmUpPages + pagesPerKind)
  const costs: Record<string, number> = {}
  const note = (kind: string, cost: Awaited<ReturnType<typeof cpuPerPage>>): void => {
    costs[kind] = cost.stationMs + cost.databaseMs
    report('pages', {
      titles,
      kind,
      cpuMs: round(costs[kind]),
      stationMs: round(cost.stationMs),
      databaseMs: round(cost.databaseMs),
      packedKb: round(cost.packedKb, 1),
    })
  }
  for (const [kind, paths] of Object.entries(addressesOf(sampled, titles))) {
    await cpuPerPage(station, paths.slice(0, warmUpPages))
    note(kind, await cpuPerPage(station, paths.slice(warmUpPages)))
    const known = paths.slice(warmUpPages, warmUpPages + 50)
    await cpuPerPage(station, known)
    note(`${kind} warm`, await cpuPerPage(station, Array(warmRounds).fill(known).flat()))
  }
  const homes: Awaited<ReturnType<typeof cpuPerPage>>[] = []
  for (let at = 0; at < 40; at++) {
    await station.order({ order: 'announce' })
    homes.push(await cpuPerPage(station, [homeUrl]))
  }
  note('home', {
    stationMs: median(homes.slice(10).map(({ stationMs }) => stationMs)),
    databaseMs: median(homes.slice(10).map(({ databaseMs }) => databaseMs)),
    packedKb: homes.at(-1)?.packedKb ?? 0,
  })
  note('home warm', await cpuPerPage(station, Array(1000).fill(homeUrl)))
  return costs
}

async function measureMix(station: PageStation): Promise<void> {
  await station.order({ order: 'fill', titles: mixTitles })
  const titles = await station.sample(60_000)
  const random = seededRandom(7)
  /** Zipf's law with exponent 1, over all titles of the sample. */
  const zipf = (): string => {
    const title = titles[Math.floor(titles.length ** random()) - 1]
    return title ? detailsUrl(title) : homeUrl
  }
  const next = (): string => {
    const kind = random()
    if (kind < 0.2) return homeUrl
    if (kind < 0.3) return tabsUrl(1 + Math.floor(random() * categories.length))
    if (kind < 0.4) return browseUrl(categories[Math.floor(random() * categories.length)] ?? '', anyFilter, 1)
    return zipf()
  }
  await station.order({ order: 'change', perSec: changesPerSec })
  const run = async (perSec: number, seconds: number) => {
    const times: number[] = []
    const before = station.cpu()
    const begun = performance.now()
    const all: Promise<void>[] = []
    for (let at = 0; at < perSec * seconds; at++) {
      const dueMs = begun + (at * 1000) / perSec
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      all.push(ask(`${station.origin}${next()}`).then(() => void times.push(performance.now() - dueMs)))
    }
    await Promise.all(all)
    const after = station.cpu()
    const cpuMs = after.station - before.station + after.database - before.database
    return { times, cpuMs: cpuMs / times.length, load: cpuMs / (performance.now() - begun) }
  }
  await run(100, mixSec / 2)
  const probe = await run(100, mixSec / 6)
  // Half of what one core of the station could serve at this cost.
  const perSec = Math.max(50, Math.min(400, Math.floor(500 / probe.cpuMs)))
  const { times, cpuMs, load } = await run(perSec, mixSec)
  report('pages', {
    titles: mixTitles,
    kind: 'mix',
    changesPerSec,
    perSec,
    cpuMs: round(cpuMs),
    coresUsed: round(load),
    medianMs: round(median(times)),
    p99Ms: round(percentile(times, 0.99)),
    memoryMb: round((await station.memoryBytes()) / 1024 / 1024, 0),
    promised: 'cpuMs ≤ 1.5, p99Ms ≤ 150, memoryMb ≤ 700',
  })
}

const station = await openPageStation()
try {
  if (part !== 'mix') {
    const costs: Record<string, number>[] = []
    for (const size of sizes) costs.push(await measureCold(station, size))
    const [first, last] = [costs[0], costs.at(-1)]
    if (first && last && costs.length > 1)
      report('pages', {
        ratios: Object.fromEntries(
          Object.keys(first)
            .filter((kind) => !kind.endsWith('warm'))
            .map((kind) => [kind, round((last[kind] ?? 0) / (first[kind] ?? 1))]),
        ),
        promised: 'cold ≤ 6 ms, warm ≤ 0.3 ms, ratio ≤ 1.5',
      })
  }
  if (part !== 'cold') await measureMix(station)
} finally {
  agent.destroy()
  await station.stop()
}
