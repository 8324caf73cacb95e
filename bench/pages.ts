import { anyFilter, browseUrl, detailsUrl, homeUrl, searchUrl, tabsUrl, vodUrl } from '@yunmu/urls'
import { Agent, request } from 'node:http'
import { openPageStation, type PageStation } from './lib/open-page-station.ts'
import type { SampledTitle } from './lib/page-station.ts'
import { median, percentile, report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { seededWords } from './seed.ts'

/**
 * CPU cost of pages, of the station and its database together: each kind cold and warm at 10k, 100k and 1M titles, and
 * a mix over 300,000 titles while titles change. CPU instead of time, because it hardly depends on other load of the
 * machine. In the mix `renderedShare` of the pages had to be rendered, and `firstShare` had never been requested before;
 * the rest of the rendered ones were lists that had changed, and pages five minutes old.
 *
 *     node bench/pages.ts all parts
 *     node bench/pages.ts cold 2 the first two sizes, cold and warm
 *     node bench/pages.ts mix only the mix
 */
const [part = 'all', many = '3'] = process.argv.slice(2)
const sizes = [10_000, 100_000, 1_000_000].slice(0, Number(many))
const pagesPerKind = 600
/** As many as the compiler of V8 needs, whose own time is not a page's. */
const warmUpPages = 1000
/**
 * Requests at a time. A station that waits for each request and for each reply of its database lets its cores sleep, and
 * pays for waking them, in a virtual machine up to a millisecond a time: `home alone` in the results.
 */
const inFlight = 4
const homePages = 150
const warmRounds = 20
const mixTitles = 300_000
const changesPerSec = 5
const mixSec = 60
/** As long as a page stays cached: only then is the share of cached pages what it is at any later time. */
const mixWarmUpSec = 300
const categories = ['电视剧', '电影', '综艺', '动漫', '纪录片', '短剧', '体育']

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** The station had no slot for a page (503). */
class RefusedError extends Error {}

/** Requests a page as a browser does. Resolves to its size on the wire, or throws on an error status. */
function ask(url: string, cookie = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { 'accept-encoding': 'gzip', cookie } }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length))
      reply.on('end', () => {
        const { statusCode, headers } = reply
        const words = `${url} was answered with ${statusCode} ${headers.location ?? ''}`
        if (statusCode === 200) resolve(bytes)
        else reject(statusCode === 503 ? new RefusedError(words) : new Error(words))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

interface PageAddress {
  path: string
  cookie?: string
}

async function cpuPerPage(station: PageStation, pages: readonly (string | PageAddress)[]) {
  const before = station.cpu()
  const sizesOfPages: number[] = []
  const waiting = pages.values()
  const askInTurn = async (): Promise<void> => {
    for (const page of waiting) {
      const { path, cookie } = typeof page === 'string' ? { path: page } : page
      sizesOfPages.push(await ask(`${station.origin}${path}`, cookie))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, askInTurn))
  const after = station.cpu()
  return {
    stationMs: (after.station - before.station) / pages.length,
    databaseMs: (after.database - before.database) / pages.length,
    packedKb: median(sizesOfPages) / 1024,
  }
}

/** Addresses of pages that were not requested before. */
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

type Cost = Awaited<ReturnType<typeof cpuPerPage>>

/** Home in both scripts and both themes: four pages, as many as the other kinds have in flight. */
const homes = ['s', 't'].flatMap((script) =>
  ['b', 'w'].map((theme) => ({ path: `${homeUrl}?lang=${script}`, cookie: `theme=${theme}` })),
)

/** What one of some variants of the home page costs, requested at once, each time after one of its titles has changed. */
async function changedHome(station: PageStation, variants: typeof homes, times: number): Promise<Cost> {
  const home: Cost = { stationMs: 0, databaseMs: 0, packedKb: 0 }
  for (let at = 0; at < times; at++) {
    await station.order({ order: 'changeNewest' })
    const { stationMs, databaseMs, packedKb } = await cpuPerPage(station, variants)
    home.stationMs += stationMs / times
    home.databaseMs += databaseMs / times
    home.packedKb = packedKb
  }
  return home
}

async function measureCold(station: PageStation, titles: number): Promise<Record<string, number>> {
  await station.order({ order: 'fill', titles })
  const sampled = await station.sample(warmUpPages + pagesPerKind)
  const costs: Record<string, number> = {}
  const note = (kind: string, cost: Cost): void => {
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
  await changedHome(station, homes, warmUpPages / homes.length)
  note('home', await changedHome(station, homes, homePages))
  note('home alone', await changedHome(station, homes.slice(0, 1), homePages))
  note('home warm', await cpuPerPage(station, Array(1000).fill(homeUrl)))
  return costs
}

async function measureMix(station: PageStation): Promise<void> {
  await station.order({ order: 'fill', titles: mixTitles })
  const titles = await station.sample(60_000)
  const random = seededRandom(7)
  /** Zipf's law with exponent 1 over all sampled titles. */
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
  const requested = new Set<string>()
  const run = async (perSec: number, seconds: number) => {
    const times: number[] = []
    let refused = 0
    const measure = async (dueMs: number): Promise<void> => {
      const path = next()
      requested.add(path)
      try {
        await ask(`${station.origin}${path}`)
        times.push(performance.now() - dueMs)
      } catch (err) {
        // On a machine that has other work, the station has too few slots: that is a result, not an end of the run.
        if (!(err instanceof RefusedError)) throw err
        refused++
      }
    }
    const before = station.cpu()
    const begun = performance.now()
    const all: Promise<void>[] = []
    for (let at = 0; at < perSec * seconds; at++) {
      const dueMs = begun + (at * 1000) / perSec
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      all.push(measure(dueMs))
    }
    await Promise.all(all)
    const after = station.cpu()
    const cpuMs = after.station - before.station + after.database - before.database
    return { times, refused, cpuMs: cpuMs / times.length, load: cpuMs / (performance.now() - begun) }
  }
  /** Half of what one core of the station could serve at this cost. */
  const halfLoad = (cpuMs: number): number => Math.max(50, Math.min(400, Math.floor(500 / cpuMs)))
  let perSec = 100
  for (let warmSec = 0; warmSec < mixWarmUpSec; warmSec += mixSec) perSec = halfLoad((await run(perSec, mixSec)).cpuMs)
  const { rendered } = await station.pages()
  const requestedBefore = requested.size
  const { times, refused, cpuMs, load } = await run(perSec, mixSec)
  const pages = await station.pages()
  report('pages', {
    titles: mixTitles,
    kind: 'mix',
    changesPerSec,
    perSec,
    cpuMs: round(cpuMs),
    renderedShare: round((pages.rendered - rendered) / times.length),
    firstShare: round((requested.size - requestedBefore) / times.length),
    coresUsed: round(load),
    medianMs: round(median(times)),
    p99Ms: round(percentile(times, 0.99)),
    refused,
    cachedPagesMb: round(pages.cachedBytes / 1024 / 1024, 0),
    memoryMb: round((await station.memoryBytes()) / 1024 / 1024, 0),
    promised: 'cpuMs ≤ 1.5, p99Ms ≤ 150, refused 0, memoryMb ≤ 700',
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
