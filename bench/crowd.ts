import { detailsUrl, homeUrl, searchUrl } from '@yunmu/urls'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Crowd, CrowdResult } from './lib/crowd-load.ts'
import { openPageStation, type PageStation } from './lib/open-page-station.ts'
import type { SampledTitle } from './lib/page-station.ts'
import { probe, probeEvery, type ProbeAnswer } from './lib/probe.ts'
import { percentile, report, round } from './lib/report.ts'

/**
 * What a crowd does to everybody else: 1,000 random details pages a second from 250 addresses for half a minute, 240 unknown
 * searches at once from one address, 280 pictures at once from one address that nobody has drawn yet. Others ask for the
 * home page and `/healthz` meanwhile. About four minutes. Needs a web build.
 *
 *     node bench/crowd.ts [titles] [details|queries|pictures]
 */
const titleCount = Number(process.argv[2] ?? 100_000)
const part = process.argv[3] ?? 'all'
const crowdPerSec = 1000
const crowdSec = 30
const crowdAddresses = 250
const queries = 240
const pictures = 280
const timeoutMs = 15_000
/** As many as fill the caches: what the crowd adds then is not theirs. */
const warmUpPages = 6000
const probeEveryMs = 50
/** One in so many details pages is asked for by an older form of its address, which leads on. */
const olderFormEvery = 20
const inARow = 5

/** Ten addresses in each network, as visitors' addresses lie. */
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

/** Does something while others ask for the home page and `/healthz`. */
async function besideOthers<Result>(
  { origin }: PageStation,
  work: () => Promise<Result>,
): Promise<{ result: Result; home: ReturnType<typeof times>; healthz: ReturnType<typeof times> }> {
  const home = probeEvery(probeEveryMs, `${origin}${homeUrl}`, otherAddress)
  const healthz = probeEvery(probeEveryMs, `${origin}/healthz`, (at) => otherAddress(at + 20_000))
  const result = await work()
  return { result, home: times(await home.stop()), healthz: times(await healthz.stop()) }
}

/** How long a page takes that nobody has asked for yet, on a quiet station. */
async function quietTimes(station: PageStation, titles: readonly SampledTitle[]) {
  const answers: ProbeAnswer[] = []
  for (const [at, title] of titles.entries())
    answers.push(await probe(`${station.origin}${detailsUrl(title)}`, otherAddress(at)))
  return times(answers)
}

/** Milliseconds until fresh pages and the home page are as quick as before, several times in a row. */
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

/** The most memory that the station takes until it is stopped. */
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

const mb = (bytes: number): number => Math.round(bytes / 2 ** 20)

async function measureDetails(station: PageStation): Promise<void> {
  const titles = await station.sample(crowdPerSec * crowdSec + warmUpPages + 500)
  const [warmUp, quiet, after] = [titles.splice(0, warmUpPages), titles.splice(0, 60), titles.splice(0, 400)]
  await quietTimes(station, warmUp)
  const quietMs = await quietTimes(station, quiet)
  const normalMs = Math.max(200, 2 * quietMs.p95)
  const before = await station.memoryBytes()
  const memory = watchMemory(station)
  const paths = titles.map((title, at) =>
    at % olderFormEvery === 0 ? `/details-${title.pidId}-${title.id}.html` : detailsUrl(title),
  )
  const addresses = Array.from({ length: crowdAddresses }, (_, at) => crowdAddress(at))
  const cpuBefore = station.cpu()
  const { result, home, healthz } = await besideOthers(station, () =>
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
    quietPageMs: quietMs,
    stationCores: round((cpu.station - cpuBefore.station) / 1000 / crowdSec),
    databaseCores: round((cpu.database - cpuBefore.database) / 1000 / crowdSec),
    normalAfterMs: round(normalAfterMs, 0),
    memoryMb: { before: mb(before), peak: mb(peak), after: mb(afterwards), ratio: round(afterwards / before) },
    promised: 'no 500, no timeout, home p95 ≤ 200 ms, normal after ≤ 1000 ms, memory ratio ≤ 1.1',
  })
}

async function measureQueries(station: PageStation): Promise<void> {
  const paths = Array.from({ length: queries }, (_, at) => searchUrl({ q: `无人搜过${at}` }))
  await probe(`${station.origin}${searchUrl({ q: '先热身' })}`, otherAddress(0))
  const { result, home, healthz } = await besideOthers(station, async () => {
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
    promised: 'p99 of others ≤ 100 ms',
  })
}

async function measurePictures(station: PageStation): Promise<void> {
  const titles = await station.sample(pictures + 40)
  const paths: string[] = []
  for (const { id } of titles) {
    // An address with the digest of another drawing leads to the right one.
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
  const { result, home, healthz } = await besideOthers(station, async () => {
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
    promised: 'p99 of others ≤ 100 ms, pictures of others within three drawings',
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
process.exit(0)
