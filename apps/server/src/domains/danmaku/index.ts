import { parseRoom, roomName, type CommentKind, type Danmaku as SentDanmaku, type TextState } from '@yunmu/contract'
import type { DanmakuFileFormat } from '@yunmu/formats'
import type { Transaction } from 'kysely'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import { userMark } from '../../platform/process/user-mark.ts'
import type { Platform } from '../../platform/platform.ts'
import { moveDanmaku } from './belongings-store.ts'
import { mountDanmakuDelete } from './calls/danmaku-delete.ts'
import { mountDanmakuHeat } from './calls/danmaku-heat.ts'
import { mountDanmakuList } from './calls/danmaku-list.ts'
import { mountDanmakuSend } from './calls/danmaku-send.ts'
import { mountDanmakuSettings } from './calls/danmaku-settings.ts'
import { mountDanmakuUp } from './calls/danmaku-up.ts'
import { mountDanmakuUpped } from './calls/danmaku-upped.ts'
import { danmakuChanged, danmakuRemoved, danmakuSent } from './danmaku-events.ts'
import type { DanmakuNeeds, DanmakuParts } from './danmaku-needs.ts'
import { poolOf, type Pool } from './danmaku-rules.ts'
import { createDanmakuStore, type StoredDanmaku } from './danmaku-store.ts'
import type { DanmakuTables } from './danmaku-tables.ts'
import { fileText, installDownloads } from './install-downloads.ts'
import { buildStalePieces } from './build-stale-pieces.ts'
import { createPackCache } from './pack-cache.ts'
import { createPieceStore } from './piece-store.ts'
import { createPoolStore, type PoolStore } from './pool-store.ts'
import { createPools, type Pools } from './pools.ts'
import { announceStateChanges } from './announce-state.ts'
import { createUpStore } from './up-store.ts'
import { danmakuExchange } from './danmaku-exchange.ts'

/** All danmaku of a user. Times are ISO 8601; names are empty for deleted subjects. */
export type DanmakuExport = {
  id: string
  about: { kind: CommentKind; id: number; level: number; name: string }
  /** Seconds, as in `Danmaku`. */
  moment: number
  text: string
  time: string
  up: number
}[]

/** What this domain offers to the application. */
export interface Danmaku {
  /** Danmaku sent to a room since a time, in order; empty for an invalid room. */
  recent(room: string, sinceMs: number): Promise<{ sentMs: number; danmaku: SentDanmaku }[]>
  /** Danmaku for moderation. */
  texts: {
    /** Those of these that exist, shown or held; imported ones have no user. */
    find(ids: readonly string[]): Promise<StoredDanmaku[]>
    /** Ids of held ones, oldest first. */
    held(limit: number): Promise<string[]>
    /** Shows, holds or removes danmaku, and announces it. Returns the ids of those that changed. */
    setState(ids: readonly string[], state: TextState): Promise<string[]>
  }
  pools: Pools & {
    /** A pool as a file, piece by piece. */
    file(pool: Pool, format: DanmakuFileFormat): AsyncGenerator<string>
  }
  /** Rebuilds the pieces of segments that changed a while ago, before they are requested. */
  buildStalePieces(options?: { quietMs?: number; signal?: AbortSignal }): Promise<void>
  exportOf(userId: number): Promise<DanmakuExport>
  /** Moves the danmaku of a title to another. */
  moveIn(
    tx: Transaction<unknown>,
    move: { from: number; to: number; only: Readonly<Record<string, readonly number[]>> | null },
  ): Promise<Record<string, number[]>>
  readonly module: DomainModule
}

const daySec = 24 * 3600
/** For channels with a shorter retention, deleted channels, and matches. */
const minRetentionSec = 30 * daySec

/** Danmaku: comments that move over the picture. */
export function createDanmaku(
  platform: Pick<Platform, 'db' | 'clock' | 'events' | 'secrets'>,
  needs: DanmakuNeeds,
): Danmaku {
  const { clock, events, secrets } = platform
  const db = platform.db.withTables<DanmakuTables>()
  const hash = createKeyedHash(secrets.tokenKey)
  const store = createDanmakuStore(db)
  const poolStore = createPoolStore(db)
  const ups = createUpStore(db)
  const pieces = createPieceStore(db)
  const packs = createPackCache(events, pieces)
  const parts: DanmakuParts = {
    clock,
    events,
    authorMark: (userId) => userMark(hash, userId),
    ...needs,
    store,
    ups,
    pieces,
    packs,
  }
  const pools = createPools(poolStore, parts)
  return {
    async recent(room, sinceMs) {
      const place = parseRoom(room)
      const stored = place ? await store.recent(poolOf(place, needs.subjects), sinceMs) : []
      return stored.map(({ createdMs, danmaku }) => ({ sentMs: createdMs, danmaku }))
    },
    texts: {
      async find(ids) {
        return (await store.find(ids)).filter(({ state }) => state !== 'removed')
      },
      held: store.held,
      async setState(ids, state) {
        const changed = await store.setState(ids, state)
        announceStateChanges(events, changed)
        return changed.map(({ id }) => id)
      },
    },
    pools: {
      ...pools,
      file: (pool, format) => fileText(pools, pool, { format, sinceMs: 0, runQueued: (work) => work() }),
    },
    buildStalePieces: (options) => buildStalePieces(pieces, options),
    exportOf: (userId) => exportOf(parts, userId),
    async moveIn(tx, { from, to, only }) {
      const { ids, levels } = await moveDanmaku(tx.withTables<DanmakuTables>(), {
        from,
        to,
        only: only && (only['danmaku'] ?? []),
      })
      for (const id of [from, to])
        for (const level of levels)
          await events.announceIn(tx, danmakuChanged, { room: roomName({ kind: 'vod', id, level }) })
      return { danmaku: ids }
    },
    module: moduleOf(parts, { pools, poolStore }),
  }
}

function moduleOf(parts: DanmakuParts, { pools, poolStore }: { pools: Pools; poolStore: PoolStore }): DomainModule {
  const { events, pieces, ups } = parts
  return {
    name: 'danmaku',
    exchange: danmakuExchange,
    calls(registry) {
      mountDanmakuList(registry, parts)
      mountDanmakuHeat(registry, { ...parts, pools })
      mountDanmakuSend(registry, parts)
      mountDanmakuUp(registry, parts)
      mountDanmakuUpped(registry, parts)
      mountDanmakuDelete(registry, parts)
      mountDanmakuSettings(registry, parts)
    },
    routes: (app, http) => installDownloads(app, { ...parts, pools }, http),
    realtime: {
      listeners: (realtime) => [
        listener(danmakuSent, (sent) => (sent ? realtime.toRoom(sent.room, [sent.danmaku]) : realtime.resyncRooms())),
        listener(danmakuRemoved, (removed) =>
          removed ? realtime.removeFromRoom(removed.room, removed.ids, removed.exceptUserId) : realtime.resyncRooms(),
        ),
      ],
    },
    schedules: [
      { name: 'danmaku.buildStalePieces', everyMinutes: 1, run: (options) => buildStalePieces(pieces, options) },
      { name: 'danmaku.deleteOld', everyMinutes: 24 * 60, run: () => deleteOld(parts, poolStore) },
    ],
    personalData: {
      exportOf: (userId) => exportOf(parts, userId),
      async deleteOf(tx, userIds) {
        const danmakuTx = tx.withTables<DanmakuTables>()
        await poolStore.lockOfUsers(danmakuTx, userIds)
        const removed = await poolStore.shownOfUsers(danmakuTx, userIds)
        await ups.removeOfUsers(danmakuTx, userIds)
        return () => announceStateChanges(events, removed)
      },
    },
  }
}

/** Deletes danmaku of broadcasts that are no longer stored. */
async function deleteOld({ clock, subjects }: DanmakuParts, poolStore: PoolStore): Promise<void> {
  for (const { kind, id } of await poolStore.broadcasts(subjects.kindsWithEpisodes())) {
    const retentionSec = (await subjects.retentionSec({ kind, id })) ?? 0
    await poolStore.deleteBefore(kind, id, clock.nowMs() - Math.max(retentionSec, minRetentionSec) * 1000)
  }
}

async function exportOf({ store, subjects }: DanmakuParts, userId: number): Promise<DanmakuExport> {
  const own = await store.allByUser(userId)
  const byKind = Map.groupBy(own, ({ pool }) => pool.kind)
  const names = new Map<string, string>()
  for (const [kind, ofKind] of byKind) {
    const found = await subjects.findVisible(kind, [...new Set(ofKind.map(({ pool }) => pool.id))])
    for (const [id, { name }] of found) names.set(`${kind} ${id}`, name)
  }
  return own.map(({ id, pool, createdMs, danmaku }) => ({
    id,
    about: {
      ...pool,
      name: names.get(`${pool.kind} ${pool.id}`) ?? '',
    },
    moment: danmaku.time,
    text: danmaku.text,
    up: danmaku.up,
    time: new Date(createdMs).toISOString(),
  }))
}

export type { Pool }
