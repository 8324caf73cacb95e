import { danmakuBounds, danmakuList, roomName, type Danmaku, type Script } from '@yunmu/contract'
import type { DanmakuRecord } from '@yunmu/formats'
import { convertDeep } from '@yunmu/zh'
import fc from 'fast-check'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { danmakuChanged, danmakuSent, danmakuUpdated } from './danmaku-events.ts'
import type { Pool } from './danmaku-rules.ts'
import { columns, toDanmaku, type Row } from './danmaku-rows.ts'
import { createDanmakuStore } from './danmaku-store.ts'
import type { DanmakuTables } from './danmaku-tables.ts'
import { createPackCache } from './pack-cache.ts'
import { byMoment } from './pack-pieces.ts'
import { packReply } from './pack-reply.ts'
import { createPieceStore } from './piece-store.ts'
import { createUpStore } from './up-store.ts'

const t = await buildTestApp()
const { pools, texts, buildStalePieces } = t.station.danmaku
const db = t.platform.db.withTables<DanmakuTables>()
const parts = { store: createDanmakuStore(db), ups: createUpStore(db), pieces: createPieceStore(db) }
const people = [t.people.lin.userId, t.people.mei.userId]
const minute = 60_000

/** A process that receives events, one that receives none, and the times at which they are read. */
const listening = { packs: createPackCache(t.events, parts.pieces), nowMs: 0 }
const isDeaf = {
  packs: createPackCache(
    createEvents(localBus, () => undefined),
    parts.pieces,
  ),
  nowMs: 0,
}

interface Reader {
  packs: ReturnType<typeof createPackCache>
  nowMs: number
}
interface Whose {
  script: Script
  userId: number | null
}

async function read({ packs, nowMs }: Reader, pool: Pool, pack: number, whose: Whose) {
  const deflated = await packReply({ ...parts, packs }, { pool, pack, nowMs, ...whose })
  const listReply: unknown = JSON.parse(inflateRawSync(deflated).toString())
  const reply = danmakuList.reply.parse(listReply)
  // These bytes bypass the reply schema, so nothing would remove fields that are not in the contract.
  expect(listReply).toEqual(reply)
  return reply
}

/** The expected list, computed by the rule from all rows. */
async function expectedPack({ kind, id, level }: Pool, pack: number, { script, userId }: Whose) {
  const { rows } = await t.platform.pool.query<Row & { user_id: number | null; state: string }>(
    `select ${columns.join()}, user_id, state from danmaku
     where kind = $1 and subject_id = $2 and level = $3 and at_ms / 360000 = $4 and state <> 'removed'`,
    [kind, id, level, pack],
  )
  const shown = rows.filter(({ state }) => state === 'shown').toSorted((a, b) => b.weight - a.weight || b.id - a.id)
  const segments = [...Map.groupBy(shown, ({ at_ms }) => Math.floor(at_ms / 15_000)).values()]
  const isCrowded = segments.reduce((sum, { length }) => sum + Math.min(600, length), 0) > danmakuBounds.maxPerPack
  const most = isCrowded ? 250 : 600
  const isOwn = ({ user_id }: { user_id: number | null }): boolean => userId !== null && user_id === userId
  const chosen = new Set(segments.flatMap((those) => those.slice(0, most)))
  const list: Danmaku[] = rows
    .filter((row) => chosen.has(row) || isOwn(row))
    .map((row) => ({ ...toDanmaku(row), mine: isOwn(row) }))
  return { list: convertDeep(list.toSorted(byMoment), script), whole: segments.every(({ length }) => length <= most) }
}

async function insertMany(pool: Pool, count: number, stepMs: number): Promise<void> {
  await t.platform.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms)
     select $1, $2, $3, n * $5::int % 360000, 'scroll', 0, 25, '第' || n, '', n % 5, 'demo', 0
     from generate_series(1, $4::int) as n`,
    [pool.kind, pool.id, pool.level, count, stepMs],
  )
  t.events.announce(danmakuChanged, { room: roomName(pool) })
}

async function leave(pool: Pool, userId: number): Promise<void> {
  await t.platform.db.transaction().execute(async (tx) => {
    const ours = tx.withTables<DanmakuTables>()
    await parts.ups.removeOfUsers(ours, [userId])
    await ours.deleteFrom('danmaku').where('user_id', '=', userId).execute()
  })
  t.events.announce(danmakuChanged, { room: roomName(pool) })
}

const moment = fc.integer({ min: 0, max: 719_999 })
const aRecord: fc.Arbitrary<DanmakuRecord> = fc.record({
  atMs: moment,
  text: fc.constantFrom('来了', '头发', 'https://a.example/头发', '"\\'),
  sentSec: fc.constant(1),
  mode: fc.constant('scroll'),
  color: fc.constant(0),
  size: fc.constant(25),
  sender: fc.constant('a'),
  id: fc.constant(''),
})
/** A change that somebody makes to a pool. */
const act = <Given>(name: string, of: fc.Arbitrary<Given>, run: (pool: Pool, given: Given) => Promise<unknown>) =>
  of.map((given) => ({ name, given, run: (pool: Pool) => run(pool, given) }))
const nothing = fc.constant(null)
const idOf = async ({ kind, id, level }: Pool, which: number): Promise<string | undefined> => {
  const all = await t.platform.pool.query<{ id: string }>(
    'select id::text from danmaku where kind = $1 and subject_id = $2 and level = $3 order by id',
    [kind, id, level],
  )
  return all.rows[which % Math.max(1, all.rows.length)]?.id
}

const sending = act(
  'send',
  fc.tuple(moment, fc.constantFrom(...people), fc.boolean()),
  async (pool, [atMs, userId, isHeld]) => {
    const look = { mode: 'scroll', color: 0, size: 25, text: '说一句', vip: false, weight: 4, found: '' } as const
    const one = { ...pool, ...look, atMs, userId, sender: `u${userId}`, state: isHeld ? 'held' : 'shown' } as const
    const kept = await parts.store.add(one, t.clock, () => null)
    if ('danmaku' in kept && !isHeld) t.events.announce(danmakuSent, { room: roomName(pool), danmaku: kept.danmaku })
  },
)
const turning = act(
  'turn',
  fc.tuple(fc.nat(), fc.constantFrom('shown', 'held', 'removed')),
  async (pool, [which, state]) => {
    const id = await idOf(pool, which)
    if (id !== undefined) await texts.setState([id], state)
  },
)
const liking = act('like', fc.tuple(fc.nat(), fc.constantFrom(...people)), async (pool, [which, userId]) => {
  const id = await idOf(pool, which)
  if (id === undefined || !(await parts.ups.toggle(id, userId, 0))) return
  t.events.announce(danmakuUpdated, { room: roomName(pool), packs: [0, 1], by: 'likes' })
})
const acts = fc.oneof(
  { weight: 6, arbitrary: sending },
  { weight: 3, arbitrary: turning },
  { weight: 3, arbitrary: liking },
  {
    weight: 2,
    arbitrary: act('import', fc.array(aRecord, { maxLength: 6 }), (pool, file) => pools.importRecords(pool, file, 0)),
  },
  {
    weight: 1,
    arbitrary: act('move', fc.integer({ min: -minute, max: minute }), (pool, byMs) => pools.move(pool, byMs)),
  },
  { weight: 1, arbitrary: act('take away what was imported', nothing, (pool) => pools.removeImported(pool)) },
  { weight: 1, arbitrary: act('crowd a scene', nothing, (pool) => insertMany(pool, 650, 1)) },
  { weight: 1, arbitrary: act('leave', fc.constantFrom(...people), leave) },
  { weight: 2, arbitrary: act('make what waits', nothing, () => buildStalePieces({ quietMs: 0 })) },
  { weight: 3, arbitrary: act('look', nothing, (pool) => read(listening, pool, 0, { script: 's', userId: null })) },
)

/** Readers: each must get the expected pack from either process. */
const readers = [
  { pack: 0, script: 's', userId: null },
  { pack: 0, script: 't', userId: t.people.lin.userId },
  { pack: 1, script: 's', userId: t.people.mei.userId },
] as const
async function expectRight(pool: Pool): Promise<void> {
  // Sent, removed and liked danmaku appear in packs after at most a minute, without events after ten.
  listening.nowMs += minute
  isDeaf.nowMs += 10 * minute
  const begins = { packs: createPackCache(t.events, parts.pieces), nowMs: 0 }
  for (const { pack, ...whose } of readers) {
    const expected = await expectedPack(pool, pack, whose)
    for (const reader of [listening, isDeaf, begins]) expect(await read(reader, pool, pack, whose)).toEqual(expected)
  }
}

test('[I02] an updated pack equals a new one, after any change, in every process, for everybody', async () => {
  let lastId = 0
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 10 }), async (done) => {
      const pool = { kind: 'vod', id: ++lastId, level: 1 } as const
      for (const { run } of done) {
        await run(pool)
        listening.nowMs += minute
      }
      await expectRight(pool)
    }),
    { numRuns: 15 },
  )
})

test('[I02] a pack that becomes too full reduces crowded moments, and shows all again when it is not', async () => {
  const pool = { kind: 'vod', id: 998, level: 1 } as const
  await insertMany(pool, 6010, 59)
  await expectRight(pool)
  const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => idOf(pool, at * 300)))
  await texts.setState(
    ids.flatMap((id) => id ?? []),
    'removed',
  )
  await expectRight(pool)
})

test('[I02] stale pieces are built after a quiet time, and a starting process builds none', async () => {
  const pool = { kind: 'vod', id: 999, level: 1 } as const
  await buildStalePieces({ quietMs: 0 })
  await insertMany(pool, 300, 100)
  await buildStalePieces()
  expect((await parts.pieces.listStale(0, 100)).map(({ segment }) => segment)).toEqual([0, 1, 2])
  await buildStalePieces({ quietMs: 0 })
  expect(await parts.pieces.listStale(0, 100)).toEqual([])
  for (const script of ['s', 't'] as const) {
    const segments = await parts.pieces.segments(pool, 0, script, [])
    expect(segments.map(({ made }) => made?.count)).toEqual([149, 150, 1])
    for (const { made } of segments) expect(made?.many.buffer.byteLength).toBe(made?.many.length)
  }
  await db.deleteFrom('danmaku').where('subject_id', '=', pool.id).execute()
  await buildStalePieces({ quietMs: 0 })
  expect(await parts.pieces.segments(pool, 0, 's', [])).toEqual([])
})
