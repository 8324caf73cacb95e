import { danmakuList } from '@yunmu/contract'
import { addressOf, queryOf, signPath } from '@yunmu/contract/wire'
import Fastify from 'fastify'
import { buildApp } from '../apps/server/src/app.ts'
import { danmakuChanged } from '../apps/server/src/domains/danmaku/danmaku-events.ts'
import { spanOfPack } from '../apps/server/src/domains/danmaku/danmaku-rules.ts'
import { createDanmakuStore } from '../apps/server/src/domains/danmaku/danmaku-store.ts'
import type { DanmakuTables } from '../apps/server/src/domains/danmaku/danmaku-tables.ts'
import { median, percentile, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seedTitles } from './seed.ts'

/**
 * An episode of two hours with 100,000 danmaku, among 200,000 of others: any of its twenty packs, in random order. What a
 * viewer waits for in the server, beside what makes it: the reading of the rows, and a bare query of the same rows by the
 * same index in the same run. Half a minute.
 */
const danmaku = 100_000
const packs = 20
const rounds = 200

/** The same rows, without anything of ours. */
const bareQuery = `select id, at_ms, mode, color, size, text, sender, weight, vip, up_count from danmaku
  where kind = 'vod' and subject_id = $1 and level = 1 and at_ms >= $2 and at_ms < $3 and state = 'shown' order by at_ms`

const { ground, station, close } = await openScratchStation()
const app = await buildApp(ground, station, { lagMs: () => 0 })
const bare = Fastify()
try {
  await seedTitles(ground.db, 3)
  for (const titleId of [2, 1, 3]) await seedDanmaku(titleId)
  await ground.pool.query('vacuum analyze danmaku')
  const store = createDanmakuStore(ground.db.withTables<DanmakuTables>())
  const pool = { kind: 'vod', id: 1, level: 1 } as const
  const urls = Array.from({ length: packs }, (_, pack) => urlOf(pack))
  const bytes = (await app.inject(urls[0] ?? '')).rawPayload
  bare.get('/*', async () => bytes)

  const sides = {
    bareQuery: (pack: number) => ground.pool.query(bareQuery, [pool.id, ...Object.values(spanOfPack(pack))]),
    rowsRead: (pack: number) => store.span(pool, spanOfPack(pack)),
    replyMade: async (pack: number) => {
      ground.events.announce(danmakuChanged, { room: 'vod:1:1' })
      return app.inject(urls[pack] ?? '')
    },
    replyKept: (pack: number) => app.inject(urls[pack] ?? ''),
    bareReply: () => bare.inject('/'),
  }
  const figures: Record<string, string> = {}
  for (const [name, act] of Object.entries(sides)) {
    const times: number[] = []
    for (let at = 0; at < rounds; at++) {
      const pack = (at * 7) % packs
      const begunMs = performance.now()
      await act(pack)
      times.push(performance.now() - begunMs)
    }
    // The first ones fill caches, PostgreSQL's and ours.
    const warm = times.slice(packs)
    figures[name] = `median ${round(median(warm))} ms, p95 ${round(percentile(warm, 0.95))} ms`
  }
  const { statusCode, rawPayload } = await app.inject(urls[3] ?? '')
  if (statusCode !== 200) throw new Error(`a pack was answered ${statusCode}`)
  report('danmaku-packs', {
    ...{ danmaku, inPack: (await store.span(pool, spanOfPack(3))).length, bytes: rawPayload.length },
    ...figures,
    promised: 'any pack ≤ 5 ms',
  })
} finally {
  await app.close()
  await bare.close()
  await close()
}

/** As people would send them: in any order, short and long, mostly plain. */
async function seedDanmaku(titleId: number): Promise<void> {
  await ground.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms)
     select 'vod', $1, 1, (random() * 7199000)::bigint, case when n % 20 = 0 then 'top' else 'scroll' end,
       case when n % 10 = 0 then 4362495 else 16777215 end, 25,
       repeat(substr('这一段拍得真好前方高能名场面打卡哈哈哈来了泪目', 1 + n % 20, 3), 1 + n % 5),
       substr(md5((n % 30000)::text), 1, 16), 3 + n % 4, 'import', 0
     from generate_series(1, $2::int) as n order by random()`,
    [titleId, danmaku],
  )
}

function urlOf(pack: number): string {
  const { path, rest } = addressOf(danmakuList, { kind: 'vod', id: 1, level: 1, pack })
  const _vv = signPath(ground.secrets.siteKey, path, Date.now() / 1000)
  return `${path}?${queryOf({ ...rest, lang: 's', _vv })}`
}
