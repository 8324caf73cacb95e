import { danmakuList, type Script } from '@yunmu/contract'
import { addressOf, openSealed, queryOf, signPath } from '@yunmu/contract/wire'
import Fastify from 'fastify'
import { buildApp } from '../apps/server/src/app.ts'
import { danmakuChanged } from '../apps/server/src/domains/danmaku/danmaku-events.ts'
import { spanOfPack } from '../apps/server/src/domains/danmaku/danmaku-rules.ts'
import { createJobs } from '../apps/server/src/platform/jobs/jobs.ts'
import { createMetrics } from '../apps/server/src/platform/operations/metrics.ts'
import { createWorkerChannel } from '../apps/server/src/platform/process/worker-channel.ts'
import { createStation } from '../apps/server/src/station.ts'
import { median, percentile, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seedTitles } from './seed.ts'

/**
 * An episode of two hours with 100,000 danmaku among 200,000 of others: any of its twenty packs in random order.
 * Measures server time: when the process has the reply cached; after a danmaku was sent, liked or removed; for the
 * first reader of a new process (`cold`), also without any stored pieces (`anew`). The baseline is a plain query of the
 * same rows by the same index in the same run. Takes about two minutes.
 */
const danmaku = 100_000
const packs = 20
const rounds = 200
const coldProcesses = 5
const promisedMs = 5

/** The same rows without our processing. */
const bareQuery = `select id, at_ms, mode, color, size, text, sender, weight, vip, up_count from danmaku
  where kind = 'vod' and subject_id = $1 and level = 1 and at_ms >= $2 and at_ms < $3 and state = 'shown' order by at_ms`
const columns = 'kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms'

const { platform, station, close } = await openScratchStation()
const app = await buildApp(platform, station, { lagMs: () => 0 })
const bare = Fastify()
try {
  await seedTitles(platform.db, 3)
  for (const titleId of [2, 1, 3]) await seedDanmaku(titleId)
  await platform.pool.query('vacuum analyze danmaku')
  const anew = await coldTimes()
  const begunMs = performance.now()
  await station.danmaku.buildStalePieces({ quietMs: 0 })
  const makingMs = performance.now() - begunMs
  await platform.pool.query('vacuum analyze danmaku_segment')
  const reply = (await request(0)).rawPayload
  bare.get('/*', async () => reply)

  const cold = await coldTimes()
  const figures = {
    cold,
    bareQuery: await timesOf((pack) => platform.pool.query(bareQuery, [1, ...Object.values(spanOfPack(pack))])),
    anew,
    kept: await timesOf((pack) => request(pack)),
    looked: await timesOf((pack) => request(pack), announceChanges),
    sent: await timesOf((pack) => request(pack), send),
    liked: await timesOf(
      (pack) => request(pack),
      (pack) => turn(pack, 'up_count = up_count + 1, weight = weight + 1'),
    ),
    removed: await timesOf(
      (pack) => request(pack),
      (pack) => turn(pack, `state = 'removed', text = ''`),
    ),
    sentTraditional: await timesOf((pack) => request(pack, 't'), send),
    bareReply: await timesOf(() => bare.inject('/')),
  }
  const inPack = danmakuList.reply.parse(opened((await request(3)).json())).list.length
  report('danmaku-packs', {
    danmaku,
    inPack,
    bytes: reply.length,
    makingAllMs: round(makingMs, 0),
    ...Object.fromEntries(Object.entries(figures).map(([name, times]) => [name, told(times)])),
    promisedMs,
  })
} finally {
  await app.close()
  await bare.close()
  await close()
}

function told(times: readonly number[]): string {
  const [p50, p95, max] = [median(times), percentile(times, 0.95), Math.max(...times)]
  return `p50 ${round(p50)}, p95 ${round(p95)}, most ${round(max)} ms`
}

/**
 * Durations of repeated requests. The first ones fill the caches of PostgreSQL and the process. @param before not
 * measured
 */
async function timesOf(
  act: (pack: number) => PromiseLike<unknown>,
  before?: (pack: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < rounds; at++) {
    const pack = (at * 7) % packs
    await before?.(pack)
    const begunMs = performance.now()
    await act(pack)
    times.push(performance.now() - begunMs)
  }
  return before || times.length < packs ? times : times.slice(packs)
}

/** First readers in processes without cached packs; the code is warm. */
async function coldTimes(): Promise<number[]> {
  const times: number[] = []
  for (let begun = 0; begun < coldProcesses; begun++) {
    const channel = createWorkerChannel()
    const metrics = createMetrics(channel)
    const fresh = { ...platform, channel, metrics, jobs: createJobs({ ...platform, metrics }) }
    const station = createStation(fresh)
    const cold = await buildApp(fresh, station, { lagMs: () => 0 })
    // Excludes other one-time work of a process.
    await cold.inject(urlOf(packs + 1, 's'))
    for (let pack = 0; pack < packs; pack++) {
      const begunMs = performance.now()
      await cold.inject(urlOf(pack, 's'))
      times.push(performance.now() - begunMs)
    }
    await cold.close()
    await station.close()
  }
  return times
}

async function request(pack: number, script: Script = 's') {
  const answer = await app.inject(urlOf(pack, script))
  if (answer.statusCode !== 200) throw new Error(`a pack was answered with status ${answer.statusCode}`)
  return answer
}

/** Announced changes are checked by the next request. */
async function announceChanges(): Promise<void> {
  platform.events.announce(danmakuChanged, { room: 'vod:1:1' })
}

async function send(pack: number): Promise<void> {
  await platform.pool.query(
    `insert into danmaku (${columns}) values ('vod', 1, 1, $1, 'scroll', 16777215, 25, '又来了一条', 'abc', 4, 'user', 0)`,
    [pack * 360_000 + Math.floor(Math.random() * 360_000)],
  )
  await announceChanges()
}

async function turn(pack: number, set: string): Promise<void> {
  await platform.pool.query(
    `update danmaku set ${set} where id = (select id from danmaku where kind = 'vod' and subject_id = 1 and level = 1
       and at_ms >= $1 and state = 'shown' order by at_ms limit 1)`,
    [pack * 360_000 + Math.floor(Math.random() * 350_000)],
  )
  await announceChanges()
}

function opened({ data, day }: { data: string; day: string }): unknown {
  return openSealed(data, platform.secrets.siteKey, day)
}

/** Typical danmaku: in any order, short and long, mostly plain. */
async function seedDanmaku(titleId: number): Promise<void> {
  await platform.pool.query(
    `insert into danmaku (${columns})
     select 'vod', $1, 1, (random() * 7199000)::bigint, case when n % 20 = 0 then 'top' else 'scroll' end,
       case when n % 10 = 0 then 4362495 else 16777215 end, 25,
       repeat(substr('这一段拍得真好前方高能名场面打卡哈哈哈来了泪目', 1 + n % 20, 3), 1 + n % 5),
       substr(md5((n % 30000)::text), 1, 16), 3 + n % 4, 'import', 0
     from generate_series(1, $2::int) as n order by random()`,
    [titleId, danmaku],
  )
}

function urlOf(pack: number, script: Script): string {
  const { path, rest } = addressOf(danmakuList, { kind: 'vod', id: 1, level: 1, pack })
  const _vv = signPath(platform.secrets.siteKey, path, Date.now() / 1000)
  return `${path}?${queryOf({ ...rest, lang: script, _vv })}`
}
