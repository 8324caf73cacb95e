import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'
import type { DanmakuParts } from './danmaku-needs.ts'
import { createDanmakuStore } from './danmaku-store.ts'
import type { DanmakuTables } from './danmaku-tables.ts'
import { createPackCache } from './pack-cache.ts'
import { createPieceStore } from './piece-store.ts'
import { sendDanmaku } from './send-danmaku.ts'
import { createUpStore } from './up-store.ts'

const t = await buildTestApp()
const db = t.platform.db.withTables<DanmakuTables>()
const pool = { kind: 'vod', id: 3, level: 1 } as const
const pieces = createPieceStore(db)
const looking = Promise.withResolvers<void>()
const looked = Promise.withResolvers<void>()
const parts: DanmakuParts = {
  clock: t.clock,
  events: t.events,
  store: createDanmakuStore(db),
  ups: createUpStore(db),
  pieces,
  packs: createPackCache(t.events, pieces),
  authorMark: String,
  clean: (text) => text,
  scanTexts: async () => [],
  async review({ text }) {
    if (text === '看得久') {
      looking.resolve()
      await looked.promise
    }
    return {
      state: 'shown',
      found: '',
      text,
    }
  },
  subjects: {
    isVisible: async () => true,
    timelineOf: async () => ({ durationMs: 60_000 }),
    retentionSec: async () => null,
    findVisible: async () => new Map(),
    kindsWithEpisodes: () => ['vod'],
    hasEpisodes: (kind) => kind === 'vod',
    isEndless: () => false,
  },
}
const send = (text: string) => {
  const sender = { userId: t.people.lin.userId, vip: false, address: '192.0.2.1' }
  return sendDanmaku(parts, { ...pool, mode: 'scroll', color: 0xffffff, size: 25, atMs: 1000, text, sender })
}

test("[I02] of two concurrent sends one is stored: the pause counts from the time of each one's turn", async () => {
  const begunMs = t.clock.nowMs()
  const first = send('看得久')
  await looking.promise
  t.clock.set(begunMs + 2000)
  expect(await send('看得快')).toMatchObject({ text: '看得快' })
  looked.resolve()
  expect(await first).toEqual({ refused: 'DanmakuTooSoon', retryAfterSec: 5 })
  const recent = await parts.store.recent(pool, 0)
  expect(recent.map(({ createdMs, danmaku }) => [createdMs, danmaku.text])).toEqual([[begunMs + 2000, '看得快']])

  t.clock.set(begunMs - 20_000)
  expect(await send('另一台的钟慢')).toEqual({ refused: 'DanmakuTooSoon', retryAfterSec: 5 })
})
