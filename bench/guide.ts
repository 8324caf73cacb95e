import { readXmltv, writeXmltv, type XmltvChannel, type XmltvProgramme } from '@yunmu/formats'
import { indexLives, tvDate, type Call, type SendOf } from '@yunmu/contract'
import { addressOf, queryOf, signPath } from '@yunmu/contract/wire'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buildApp } from '../apps/server/src/app.ts'
import type { GuideEvent } from '../apps/server/src/domains/guide/index.ts'
import type { PacedDone } from './lib/paced-load.ts'
import { percentile, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventName } from './lib/title-names.ts'

/**
 * Imports of a guide for 2,700 channels and seven days (200 MB of XMLTV) in a worker thread of a station that serves
 * 200 pages and 50 calls per second meanwhile, over loopback from another process: the first import, then one of a day
 * later in which one programme in twenty differs. Memory is the peak growth of the whole process. Then the current
 * programmes of all channels, and the guide of sixty channels.
 */
const channelCount = Number(process.argv[2] ?? 2700)
const days = 7
const quietSec = 10
const programmesPerDay = 40
const daySec = 24 * 3600

const random = seededRandom(17)
const names = Array.from({ length: 3000 }, () => inventName(random))
const nameAt = (at: number): string => names[at % names.length] ?? ''
const startSec = Math.floor(Date.now() / 1000 / daySec) * daySec
const channelName = (at: number): string => `测试频道${at + 1}`

function* entriesOf(edition: number): Generator<XmltvChannel | XmltvProgramme> {
  for (let at = 0; at < channelCount; at++)
    yield { kind: 'channel', id: `c${at}`, names: [`${channelName(at)} 高清`], icon: '' }
  const stepSec = daySec / programmesPerDay
  for (let at = 0; at < channelCount; at++) {
    for (let index = 0; index < days * programmesPerDay; index++) {
      const number = at * 7919 + index
      const isNew = edition > 0 && number % 20 === 0
      const begun = startSec + index * stepSec
      yield {
        kind: 'programme',
        channel: `c${at}`,
        startSec: begun,
        stopSec: begun + stepSec,
        subtitle: '',
        icon: '',
        title: `${nameAt(number)}${isNew ? edition : ''}`,
        description: index % 2 === 0 ? `${nameAt(number + 1)}，${nameAt(number + 2)}和${nameAt(number + 3)}。` : '',
        categories: ['电视剧'],
        episode: `第${(index % 40) + 1}集`,
      }
    }
  }
}

const folder = await mkdtemp(join(tmpdir(), 'yunmu-bench-guide-'))
const file = join(folder, 'guide.xml')
const writeEdition = (edition: number): Promise<void> =>
  pipeline(Readable.from(writeXmltv(entriesOf(edition))), createWriteStream(file))

const { platform, station, close } = await openScratchStation()
const webBuildDir = join(import.meta.dirname, '../apps/web/build')
const app = await buildApp(platform, station, existsSync(webBuildDir) ? { webBuildDir } : {})

/** Requests pages and calls until stopped. */
async function startLoad(seconds: number) {
  const origin = new URL(await listening)
  const signed = <C extends Call>(call: C, send: SendOf<C>): string => {
    const { path } = addressOf(call, send)
    const query = queryOf({ lang: 's', _vv: signPath(platform.secrets.siteKey, path, Date.now() / 1000) })
    return new URL(`${path}?${query}`, origin).href
  }
  const calls = [
    signed(tvDate, {}),
    ...Array.from({ length: 20 }, (_, at) => signed(indexLives, { group: '0', tag: '0', page: at + 1, size: 30 })),
  ]
  const load = fork(new URL('./lib/paced-load.ts', import.meta.url))
  await once(load, 'message')
  load.send({
    seconds,
    streams: [
      { name: 'pages', perSec: 200, urls: [new URL('/', origin).href] },
      { name: 'calls', perSec: 50, urls: calls },
    ],
  })
  const done = new Promise<PacedDone>((resolve) => load.once('message', (message: PacedDone) => resolve(message)))
  return { done, stop: () => load.kill() }
}

/** Maximum memory of the process until stopped, in bytes. */
function watchMemory(): { stop(): number } {
  let most = process.memoryUsage.rss()
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

async function importIt(): Promise<{ sec: number; grownMb: number; counts: GuideEvent | undefined }> {
  const source = await station.guide.sources.save(file, {}, Math.floor(Date.now() / 1000))
  global.gc?.()
  const before = process.memoryUsage.rss()
  const memory = watchMemory()
  const begun = performance.now()
  let last: GuideEvent | undefined
  await station.guide.importSources([source], {
    signal: new AbortController().signal,
    report: (event) => (last = event),
  })
  const sec = (performance.now() - begun) / 1000
  if (last?.event !== 'imported') throw new Error(JSON.stringify(last))
  return { sec, grownMb: (memory.stop() - before) / 1024 / 1024, counts: last }
}

/** Parses the file only. */
async function readAlone(): Promise<number> {
  const begun = performance.now()
  let entries = 0
  for await (const batch of readXmltv(createReadStream(file))) entries += batch.length
  if (entries < channelCount) throw new Error('the guide could not be read')
  return (performance.now() - begun) / 1000
}

async function loadAlone(seconds: number): Promise<PacedDone> {
  const load = await startLoad(seconds)
  const results = await load.done
  load.stop()
  return results
}

async function measure(edition: number, loadSec: number): Promise<void> {
  await writeEdition(edition)
  const alone = await loadAlone(quietSec)
  const readSec = await readAlone()
  const load = await startLoad(loadSec)
  const { sec, grownMb, counts } = await importIt()
  const { times, refused } = await load.done
  load.stop()
  const p99 = ({ pages = [], calls = [] }: Record<string, number[]>) => ({
    pageP99Ms: round(percentile(pages, 0.99)),
    callP99Ms: round(percentile(calls, 0.99)),
  })
  report('guide', {
    edition: edition === 0 ? 'first' : 'a day later',
    load: `200 ${existsSync(webBuildDir) ? 'pages' : 'addresses without a page'} and 50 calls a second`,
    fileMb: Math.round(statSync(file).size / 1024 / 1024),
    ...(counts?.event === 'imported'
      ? {
          taken: counts.taken,
          changed: counts.changed,
        }
      : {}),
    sec: round(sec, 1),
    readSec: round(readSec, 1),
    ratioToReading: round(sec / readSec),
    grownMb: Math.round(grownMb),
    quiet: p99(alone.times),
    meanwhile: p99(times),
    refused,
    promised: '≤ 60 s, ≤ 256 MB, pages p99 ≤ 100 ms',
  })
}

async function time(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const spent: number[] = []
  for (let at = 0; at < times; at++) {
    const begun = performance.now()
    await work()
    spent.push(performance.now() - begun)
  }
  return spent
}

async function measureReading(): Promise<void> {
  const { channels } = await station.live.lineup()
  const ids = channels.map(({ id }) => id)
  let now = Date.now()
  // A minute later each time, so that no entry cached earlier is fresh.
  const onAir = await time(20, () => station.guide.onAir(ids, (now += 3_600_000)))
  const day = await time(50, () =>
    station.guide.of(ids[Math.floor(random() * ids.length)] ?? 0, startSec, startSec + daySec),
  )
  report('guide', {
    channels: ids.length,
    onAirOfAllMs: round(percentile(onAir, 0.5)),
    dayOfOneMs: round(percentile(day, 0.5)),
  })
}

const listening = app.listen({ port: 0, host: '127.0.0.1' })
try {
  await listening
  await station.live.save(
    Array.from({ length: channelCount }, (_, at) => ({
      origin: `bench:${at}`,
      number: at + 1,
      name: channelName(at),
      aliases: [],
      guideId: '',
      logo: '',
      group: {
        name: '测试',
        overseas: false,
      },
      tag: null,
      replayDays: 7,
      dvrSec: 7200,
      demo: false,
      lines: [],
    })),
  )
  for (const edition of [0, 1]) await measure(edition, Number(process.argv[3] ?? 40))
  await measureReading()
} finally {
  await app.close()
  await close()
  await rm(folder, { recursive: true })
}
