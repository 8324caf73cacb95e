import { roomName } from '@yunmu/contract'
import type { DanmakuRecord } from '@yunmu/formats'
import type { DanmakuParts } from './danmaku-needs.ts'
import { danmakuChanged, danmakuSent } from './danmaku-events.ts'
import { weightOf, type Pool } from './danmaku-rules.ts'
import { prepareImport } from './import-rules.ts'
import type { Added, ImportedDanmaku, PoolCount, PoolStore } from './pool-store.ts'

/** A danmaku of the demonstration programme. */
export type DemoDanmaku = Pick<ImportedDanmaku, 'atMs' | 'mode' | 'color' | 'text'>

/** Whole pools, as operators work with them. */
export interface Pools {
  /**
   * Adds what is missing. Returns how many were added, how many of them are held for review, and how many were skipped
   * because they are out of the episode's range.
   */
  importRecords(
    pool: Pool,
    records: readonly DanmakuRecord[],
    offsetMs: number,
  ): Promise<Added & { outOfRange: number }>
  /**
   * Shifts imported danmaku; the opposite shift reverts it. Refused if a moment would become negative, because that
   * could not be reverted. Returns the number of shifted danmaku.
   */
  move(pool: Pool, byMs: number): Promise<number | 'BeforeBeginning'>
  /** Returns the number of removed danmaku. */
  removeImported(pool: Pool): Promise<number>
  list(): Promise<PoolCount[]>
  /** Shown danmaku of a pool from a moment on, in pages, in order of moments. */
  records(pool: Pool, sinceMs: number): AsyncGenerator<DanmakuRecord[]>
  /** The number of these. */
  countShown(pool: Pool, sinceMs: number): Promise<number>
  /** Adds danmaku of the demonstration programme, unless the pool has some. */
  seedDemo(pool: Pool, makeDanmaku: () => readonly DemoDanmaku[]): Promise<void>
  /**
   * Adds danmaku of the demonstration programme to those that the pool has, and sends those of now to open pages. Does
   * nothing if the pool has some of that time already.
   */
  appendDemo(pool: Pool, danmaku: readonly DemoDanmaku[]): Promise<void>
  /** The moment of the last danmaku of the demonstration programme in a pool; null if it has none. */
  lastDemoMs(pool: Pool): Promise<number | null>
  removeDemo(): Promise<void>
}

const batchSize = 5000
/** Formatting one page takes a few milliseconds, which bounds the blocking of the event loop. */
const pageSize = 2000
/** Open pages are sent danmaku of this time; they load older ones. */
const currentSpanMs = 30_000
/** Larger pools are truncated: players load no more. */
const maxInFile = 300_000

export function createPools(
  store: PoolStore,
  needs: Pick<DanmakuParts, 'clock' | 'events' | 'clean' | 'scanTexts' | 'subjects'>,
): Pools {
  const { clock, events } = needs
  const announceChanged = (pool: Pool): void => events.announce(danmakuChanged, { room: roomName(pool) })
  const add = async (...given: Parameters<PoolStore['add']>): Promise<Added> => {
    const added = await addInBatches(store, ...given)
    if (added.added > 0) announceChanged(given[0])
    return added
  }
  const addDemo = async (pool: Pool, danmaku: readonly DemoDanmaku[], createdMs: number): Promise<void> => {
    const defaults = { size: 25, sender: '', origin: null, createdMs, found: '' } as const
    const weighed = danmaku.map((one) => {
      return { ...defaults, ...one, weight: weightOf({ text: one.text, vip: false, repeats: 0 }) }
    })
    await add(pool, 'demo', weighed)
  }
  return {
    async importRecords(pool, records, offsetMs) {
      const hasEpisodes = needs.subjects.hasEpisodes(pool.kind)
      const { inRange, outOfRange } = prepareImport({ hasEpisodes }, records, {
        offsetMs,
        nowMs: clock.nowMs(),
        clean: needs.clean,
      })
      const found = await needs.scanTexts(inRange.map(({ text }) => text))
      const reviewed = inRange.map((one, at) => ({ ...one, found: found[at] ?? '' }))
      return { ...(await add(pool, 'import', reviewed)), outOfRange }
    },
    async move(pool, byMs) {
      const first = await store.firstImportedMs(pool)
      if (first === null) return 0
      if (first + byMs < 0) return 'BeforeBeginning'
      const moved = await store.move(pool, byMs)
      announceChanged(pool)
      return moved
    },
    async removeImported(pool) {
      const removed = await store.removeImported(pool)
      if (removed > 0) announceChanged(pool)
      return removed
    },
    list: store.pools,
    records: (pool, sinceMs) => recordsOf(store, pool, sinceMs),
    countShown: (pool, sinceMs) => store.countShown(pool, sinceMs, maxInFile),
    async seedDemo(pool, makeDanmaku) {
      if (!(await store.hasDemo(pool))) await addDemo(pool, makeDanmaku(), clock.nowMs())
    },
    async appendDemo(pool, danmaku) {
      if (danmaku.length === 0) return
      const fromMs = Math.min(...danmaku.map(({ atMs }) => atMs))
      if (await store.hasDemo(pool, fromMs)) return
      const createdMs = clock.nowMs()
      await addDemo(pool, danmaku, createdMs)
      const currentMs = Math.max(fromMs, createdMs - currentSpanMs)
      for (const one of await store.demoOf(pool, { createdMs, fromMs: currentMs }))
        events.announce(danmakuSent, { room: roomName(pool), danmaku: one })
    },
    lastDemoMs: store.lastDemoMs,
    async removeDemo() {
      for (const pool of await store.removeDemo()) announceChanged(pool)
    },
  }
}

/** Inserts in batches. */
async function addInBatches(
  store: PoolStore,
  ...[pool, source, danmaku]: Parameters<PoolStore['add']>
): Promise<Added> {
  const sum = { added: 0, held: 0 }
  for (let at = 0; at < danmaku.length; at += batchSize) {
    const { added, held } = await store.add(pool, source, danmaku.slice(at, at + batchSize))
    sum.added += added
    sum.held += held
  }
  return sum
}

async function* recordsOf(store: PoolStore, pool: Pool, sinceMs: number): AsyncGenerator<DanmakuRecord[]> {
  let after = { atMs: sinceMs - 1, id: Number.MAX_SAFE_INTEGER }
  for (let count = 0; count < maxInFile; count += pageSize) {
    const rows = await store.page(pool, after, pageSize)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id, createdMs, ...row }) => ({
      ...row,
      id: String(id),
      sentSec: Math.floor(createdMs / 1000),
    }))
    if (rows.length < pageSize) return
    after = last
  }
}
