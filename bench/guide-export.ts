import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { buildApp } from '../apps/server/src/app.ts'
import { treeCpuMsOf } from './lib/process-cpu.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'

/**
 * The guide as other players fetch it: 200 channels, eight days, about 20 MB of XMLTV. CPU of this process and the database
 * for the first fetch, which generates the file, for a later one, and for the guide of one channel and day.
 */
const channels = 200
const days = 8
const perDay = 40
const rounds = 9

const { platform, station, close } = await openScratchStation()
// How late timers run depends on what else the machine does: requests must not be refused for it.
const app = await buildApp(platform, station, { lagMs: () => 0 })
try {
  const line = { name: '线路一', kind: 'linear' as const, onDemand: false, saving: false, sources: [], quality: '' }
  await station.live.save(
    Array.from({ length: channels }, (_, at) => ({
      origin: `bench:${at}`,
      name: `测试频道${at + 1}`,
      number: at + 1,
      aliases: [],
      guideId: '',
      group: { name: '测试', overseas: false },
      tag: null,
      logo: '/logo.webp',
      replayDays: 7,
      dvrSec: 7200,
      demo: false,
      lines: [line],
    })),
  )
  await sql`insert into programme (channel_id, start_sec, end_sec, name, sub, intro, category, img, source_id)
    select channel.id, ${Math.floor(Date.now() / 1000) - 86_400}::int + at * ${86_400 / perDay}::int,
      ${Math.floor(Date.now() / 1000) - 86_400}::int + (at + 1) * ${86_400 / perDay}::int, '节目' || at, '第 1 集',
      repeat('一段介绍，', 8), '电视剧', '', 0
    from channel, generate_series(0, ${days * perDay - 1}) as at`.execute(platform.db)
  await station.site.write({ tv_lists_open: true })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const plain = await (await fetch(`${origin}/epg.xml`)).arrayBuffer()
  const first = await cpuMsOf(`${origin.replace('127.0.0.1', 'localhost')}/epg.xml.gz`)
  const later: number[] = []
  for (let at = 0; at < rounds; at++) later.push(await cpuMsOf(`${origin}/epg.xml.gz`))
  report('guide-export', {
    plainMb: round(plain.byteLength / 1e6),
    firstMs: round(first),
    laterMs: round(median(later)),
    ofADayMs: Math.round(1000 * (await loadedMs(`${origin}/epg?ch=CCTV1&date=${day}`))) / 1000,
  })
} finally {
  await app.close()
  await close()
}

async function cpuMsOf(url: string): Promise<number> {
  const before = treeCpuMsOf(process.pid)
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${reply.status} for ${url}`)
  await reply.arrayBuffer()
  return treeCpuMsOf(process.pid) - before
}

async function loadedMs(url: string): Promise<number> {
  const requests = 5000
  const load = fork(new URL('./lib/load.ts', import.meta.url), [url, String(requests), '16'])
  await once(load, 'message')
  const before = process.cpuUsage()
  load.send('go')
  await once(load, 'message')
  const { user, system } = process.cpuUsage(before)
  load.kill()
  await once(load, 'exit')
  return (user + system) / 1000 / requests
}
