import { danmakuSend, type Danmaku } from '@yunmu/contract'
import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createLogger } from './platform/process/logger.ts'
import { openRedisBus } from './platform/events/redis-bus.ts'
import { atFileEnd } from './testing/at-file-end.ts'
import { listening, openPage, type RealtimePage } from './testing/realtime-page.ts'
import { hasRedis, startRedis, type RedisServer } from './testing/redis-server.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

const log = createLogger({ level: 'silent' })
const channel = `yunmu:${randomBytes(6).toString('hex')}`

/** An instance of a station whose instances exchange events through Redis. */
async function anInstance(redis: RedisServer, beside?: TestApp): Promise<TestApp> {
  const bus = await openRedisBus({ url: redis.url, channel, log, onGap: () => t.events.reportGap() })
  const t = await buildTestApp({}, { bus, ...(beside ? { beside } : {}) })
  atFileEnd(() => bus.close())
  return t
}

/** Polls until the check passes, because the machine may be busy. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 40_000 })
const textsHeard = ({ heard }: RealtimePage): string[] =>
  heard.flatMap((frame) => ('danmaku' in frame ? frame.danmaku.map(({ text }) => text) : []))
const goneHeard = ({ heard }: RealtimePage): string[] => heard.flatMap((frame) => ('gone' in frame ? frame.gone : []))

test.runIf(hasRedis)(
  '[M05] events of one instance reach the pages of another; without Redis each continues alone, and missed events are resent when Redis is back',
  async () => {
    const redis = await startRedis()
    const here = await anInstance(redis)
    const there = await anInstance(redis, here)
    const { writer } = here.station.catalog
    const nowSec = Math.floor(here.clock.nowMs() / 1000)
    const { id } = await writer.saveTitle(aTitle({ name: '雾港来信' }), nowSec)
    await writer.saveEpisodes(
      id,
      [{ source: '本站', level: 1, name: '第1集', durationMs: 600_000, state: 'ready' }],
      nowSec,
    )
    const [pageHere, pageThere] = [
      await openPage(await listening(here.app)),
      await openPage(await listening(there.app)),
    ]
    const room = `vod:${id}:1`
    await pageHere.join(room)
    await pageThere.join(room)
    const place = { kind: 'vod', id, level: 1 } as const
    const send = async (t: TestApp, as: 'lin' | 'mei', text: string): Promise<Danmaku> => {
      const look = { mode: 'scroll', color: 0xffffff, size: 25 } as const
      const answer = await t.make(danmakuSend, { ...place, time: 12.5, ...look, text }, { as })
      return danmakuSend.reply.parse(answer.data).danmaku
    }
    /** The minimum pause between two danmaku of a user. */
    const pass = (): void => {
      for (const { clock } of [here, there]) clock.set(clock.nowMs() + 6000)
    }

    await send(here, 'lin', '这里说的')
    await soon(() => expect(textsHeard(pageThere)).toEqual(['这里说的']))
    expect(textsHeard(pageHere)).toEqual(['这里说的'])

    await redis.stop()
    pass()
    const one = await send(here, 'lin', '断开后这里说的')
    await send(there, 'mei', '断开后那里说的')
    await soon(() => expect(textsHeard(pageHere)).toContain('断开后这里说的'))
    await soon(() => expect(textsHeard(pageThere)).toContain('断开后那里说的'))
    expect(textsHeard(pageHere)).not.toContain('断开后那里说的')

    await redis.start()
    await soon(() => expect(textsHeard(pageHere)).toContain('断开后那里说的'))
    await soon(() => expect(textsHeard(pageThere)).toContain('断开后这里说的'))
    for (const page of [pageHere, pageThere]) expect(new Set(textsHeard(page)).size).toBe(textsHeard(page).length)

    pass()
    await send(there, 'lin', '又通了')
    await soon(() => expect(textsHeard(pageHere)).toContain('又通了'))
    await here.station.danmaku.texts.setState([one.id], 'removed')
    await soon(() => expect(goneHeard(pageThere)).toContain(one.id))
  },
)
