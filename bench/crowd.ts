import { detailsUrl, homeUrl, searchUrl } from '@yunmu/urls'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Crowd, CrowdResult } from './lib/crowd-load.ts'
import { openPageStation, type PageStation } from './lib/open-page-station.ts'
import type { SampledTitle, Turns } from './lib/page-station.ts'
import { probe, probeEvery, type ProbeAnswer } from './lib/probe.ts'
import { check, percentile, report, round } from './lib/report.ts'

/**
 * How a crowd affects other visitors: 1,000 random details pages per second from 250 addresses for half a minute, 240
 * unknown searches at once from one address, and 280 ungenerated pictures at once from one address. Meanwhile others
 * request the home page and `/healthz`. Prints PASS or FAIL for each goal. Takes about four minutes. Needs a web build.
 *
 *     node bench/crowd.ts [titles] [details|queries|pictures|all] [share of the crowd, default 1]
 */
const titleCount = Number(process.argv[2] ?? 100_000)
const part = process.argv[3] ?? 'all'
/** Less than 1 for a trial on a busy machine. The goals are for 1. */
const share = Number(process.argv[4] ?? 1)
const crowdPerSec = 1000 * share
const crowdSec = 30
const crowdAddresses = Math.ceil(250 * share)
const queries = Math.ceil(240 * share)
const pictures = Math.ceil(280 * share)
const timeoutMs = 15_000
/**
 * The cache of pages is filled first, because the memory that it takes is bounded and not given back: what is measured is
 * whether a crowd leaves anything else behind. So many bytes count as filled, of 128 MB, and so many pages are tried.
 */
const filledCacheBytes = 120 * 2 ** 20
const maxWarmUpPages = 20_000
/** Enough to compile the code that a search runs. */
const warmUpSearches = 60
const probeEveryMs = 50
/** One in this many details pages is requested at an older form of its address, which redirects. */
const olderFormEvery = 20
const inARow = 5

/** Ten addresses per network, as visitors' addresses are distributed. */
const crowdAddress = (at: number): string => `198.18.${Math.floor(at / 10)}.${1 + (at % 10)}`
const otherAddress = (at: number): string => `198.19.${at % 200}.${1 + (Math.floor(at / 200) % 200)}`

async function send(crowd: Crowd): Promise<CrowdResult> {
  const child = fork(join(import.meta.dirname, 'lib/crowd-load.ts'))
  child.send(crowd)
  const [result]: [CrowdResult] = await new Promise((resolve) =>
    child.once('message', (message: CrowdResult) => resolve([message])),
  )
  if (child.exitCode === null) await once(child, 'exit')
  return result
}

const times = (answers: readonly ProbeAnswer[]) => {
  const took = answers.map(({ tookMs }) => tookMs)
  return {
    asked: answers.length,
    not200: answers.filter(({ status }) => status !== 200).length,
    p50: round(percentile(took, 0.5), 1),
    p95: round(percentile(took, 0.95), 1),
    p99: round(percentile(took, 0.99), 1),
    most: round(Math.max(...took), 1),
  }
}

type Times = ReturnType<typeof times>

/** Runs `work` while others request the home page and `/healthz`. */
async function besideOthers<Result>(
  { origin, turns }: PageStation,
  work: () => Promise<Result>,
): Promise<{ result: Result; home: Times; healthz: Times; turnMs: Turns }> {
  await turns()
  const home = probeEvery(probeEveryMs, `${origin}${homeUrl}`, otherAddress)
  const healthz = probeEvery(probeEveryMs, `${origin}/healthz`, (at) => otherAddress(at + 20_000))
  const result = await work()
  const answers = { home: times(await home.stop()), healthz: times(await healthz.stop()) }
  const { p99, longest } = await turns()
  return { result, ...answers, turnMs: { p99: round(p99, 1), longest: round(longest, 1) } }
}

/** Duration of a page that was not requested before, on an idle station. */
async function quietTimes(station: PageStation, titles: readonly SampledTitle[]) {
  const answers: ProbeAnswer[] = []
  for (const [at, title] of titles.entries())
    answers.push(await probe(`${station.origin}${detailsUrl(title)}`, otherAddress(at)))
  return times(answers)
}

/** Requests pages until the cache of pages is full. Returns the memory that it takes. */
async function fillPageCache(station: PageStation, titles: SampledTitle[]): Promise<number> {
  for (;;) {
    const { cachedBytes } = await station.pages()
    if (cachedBytes >= filledCacheBytes || titles.length === 0) return cachedBytes
    await quietTimes(station, titles.splice(0, 200))
  }
}

/** Milliseconds until uncached pages and the home page are as fast as before, several times in a row. */
async function untilNormal(station: PageStation, titles: readonly SampledTitle[], normalMs: number): Promise<number> {
  const beginMs = performance.now()
  let sinceMs = beginMs
  let good = 0
  for (const [at, title] of titles.entries()) {
    const [home, page] = await Promise.all([
      probe(`${station.origin}${homeUrl}`, otherAddress(at)),
      probe(`${station.origin}${detailsUrl(title)}`, otherAddress(at + 7000)),
    ])
    const isNormal = [home, page].every(({ status, tookMs }) => status === 200 && tookMs <= normalMs)
    if (!isNormal) sinceMs = performance.now()
    good = isNormal ? good + 1 : 0
    if (good === inARow) return sinceMs - beginMs
    await delay(probeEveryMs)
  }
  return Number.POSITIVE_INFINITY
}

/** Maximum memory of the station until stopped. */
function watchMemory(station: PageStation): { stop(): Promise<number> } {
  let isStopped = false
  let most = 0
  const running = (async () => {
    while (!isStopped) {
      most = Math.max(most, await station.memoryBytes())
      await delay(500)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
      return most
    },
  }
}

const answered: ReadonlySet<string> = new Set(['200', '301', '302', '429', '503'])
const onlyOutcomes = ({ outcomes }: CrowdResult, allowed: ReadonlySet<string>): boolean =>
  Object.keys(outcomes).every((outcome) => allowed.has(outcome))
const isUndisturbed = ({ p99, not200 }: Times): boolean => p99 <= 100 && not200 === 0

const mb = (bytes: number): number => Math.round(bytes / 2 ** 20)

async function measureDetails(station: PageStation): Promise<void> {
  const titles = await station.sample(crowdPerSec * crowdSec + maxWarmUpPages + 500)
  const [warmUp, quiet, after] = [titles.splice(0, maxWarmUpPages), titles.splice(0, 60), titles.splice(0, 400)]
  const cachedBytes = await fillPageCache(station, warmUp)
  const quietMs = await quietTimes(station, quiet)
  const normalMs = Math.max(200, 2 * quietMs.p95)
  const before = await station.memoryBytes()
  const memory = watchMemory(station)
  const paths = titles.map((title, at) =>
    at % olderFormEvery === 0 ? `/details-${title.pidId}-${title.id}.html` : detailsUrl(title),
  )
  const addresses = Array.from({ length: crowdAddresses }, (_, at) => crowdAddress(at))
  const cpuBefore = station.cpu()
  const queuedBeforeMs = station.runQueueMs()
  const beginMs = performance.now()
  const { result, home, healthz, turnMs } = await besideOthers(station, () =>
    send({
      origin: station.origin,
      paths,
      addresses,
      count: crowdPerSec * crowdSec,
      perSec: crowdPerSec,
      timeoutMs,
    }),
  )
  const cpu = station.cpu()
  const tookSec = (performance.now() - beginMs) / 1000
  const normalAfterMs = await untilNormal(station, after, normalMs)
  const peak = await memory.stop()
  await delay(10_000)
  const afterwards = await station.memoryBytes()
  report('crowd', {
    what: `${crowdPerSec} details pages a second from ${crowdAddresses} addresses for ${crowdSec} s`,
    titles: titleCount,
    outcomes: result.outcomes,
    pageMs: round(percentile(result.times['200'] ?? [], 0.95), 0),
    refusalP95Ms: round(percentile(result.times['503'] ?? [], 0.95), 0),
    home,
    healthz,
    turnMs,
    quietPageMs: quietMs,
    tookSec: round(tookSec, 1),
    stationCores: round((cpu.station - cpuBefore.station) / 1000 / tookSec),
    /**
     * On a busy machine the figures are unreliable: the station shares it with the load generator and other processes.
     */
    stationWaitedForCore: round((station.runQueueMs() - queuedBeforeMs) / 1000 / tookSec),
    normalAfterMs: round(normalAfterMs, 0),
    memoryMb: {
      before: mb(before),
      peak: mb(peak),
      after: mb(afterwards),
      ratio: round(afterwards / before),
      cachedPages: mb(cachedBytes),
    },
  })
  check({
    'every request of the crowd is answered, with a page, a redirect or a refusal': onlyOutcomes(result, answered),
    'home: p95 ≤ 200 ms, always answered': home.p95 <= 200 && home.not200 === 0,
    'fresh pages are as quick as before within 1 s': normalAfterMs <= 1000,
    'memory within 10 % of before': afterwards <= 1.1 * before,
  })
}

async function measureQueries(station: PageStation): Promise<void> {
  const paths = Array.from({ length: queries }, (_, at) => searchUrl({ q: `无人搜过${at}` }))
  for (let at = 0; at < warmUpSearches; at++)
    await probe(`${station.origin}${searchUrl({ q: `先热身${at}` })}`, otherAddress(at))
  const { result, home, healthz, turnMs } = await besideOthers(station, async () => {
    await delay(1000)
    const sent = await send({
      origin: station.origin,
      paths,
      addresses: [crowdAddress(0)],
      count: queries,
      perSec: 0,
      timeoutMs,
    })
    await delay(1000)
    return sent
  })
  report('crowd', {
    what: `${queries} unknown searches at once from one address`,
    titles: titleCount,
    outcomes: result.outcomes,
    home,
    healthz,
    turnMs,
  })
  check({
    'every search is answered or refused': onlyOutcomes(result, answered),
    'others: p99 ≤ 100 ms, always answered': isUndisturbed(home) && isUndisturbed(healthz),
  })
}

async function measurePictures(station: PageStation): Promise<void> {
  const titles = await station.sample(pictures + 40)
  const paths: string[] = []
  for (const { id } of titles) {
    // An address with an outdated digest redirects to the right one.
    const { location } = await probe(
      `${station.origin}/media/art/poster/${id}-0-aaaaaaaaaa.webp?w=300`,
      otherAddress(0),
    )
    paths.push(location)
  }
  const [quiet, others] = [paths.splice(0, 10), paths.splice(0, 20)]
  const draw = async (some: readonly string[], from: number): Promise<ProbeAnswer[]> => {
    const answers: ProbeAnswer[] = []
    for (const [at, path] of some.entries())
      answers.push(await probe(`${station.origin}${path}`, otherAddress(from + at)))
    return answers
  }
  const quietMs = times(await draw(quiet, 100))
  const { result, home, healthz, turnMs } = await besideOthers(station, async () => {
    const crowd = send({
      origin: station.origin,
      paths: paths.slice(0, pictures),
      addresses: [crowdAddress(0)],
      count: pictures,
      perSec: 0,
      timeoutMs: 60_000,
    })
    await delay(1000)
    const waited = times(await draw(others, 200))
    return { waited, outcomes: (await crowd).outcomes }
  })
  report('crowd', {
    what: `${pictures} undrawn pictures at once from one address`,
    titles: titleCount,
    outcomes: result.outcomes,
    othersPictureMs: result.waited,
    quietPictureMs: quietMs,
    ratio: round(result.waited.p50 / quietMs.p50),
    home,
    healthz,
    turnMs,
  })
  check({
    'others: p99 ≤ 100 ms, always answered': isUndisturbed(home) && isUndisturbed(healthz),
    'pictures of others within three drawings': result.waited.not200 === 0 && result.waited.p50 <= 3 * quietMs.p50,
  })
}

const station = await openPageStation()
try {
  await station.order({ order: 'fill', titles: titleCount })
  if (part === 'all' || part === 'details') await measureDetails(station)
  if (part === 'all' || part === 'queries') await measureQueries(station)
  if (part === 'all' || part === 'pictures') await measurePictures(station)
} finally {
  await station.stop()
}
process.exit()
