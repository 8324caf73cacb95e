import { roomName, type Script } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import type { Pool } from './danmaku-rules.ts'
import { pieceOf, type Piece } from './pack-pieces.ts'
import { createPackVersions, type PackVersions } from './pack-versions.ts'
import type { PieceStore } from './piece-store.ts'

/** A cached piece, with the segment and the version that it was made from. */
export interface SegmentPiece extends Piece {
  segment: number
  version: number
}

export interface PackCache extends PackVersions {
  /** The pieces of a pack in its current version, in order. Concurrent requests share one load. */
  pieces(pool: Pool, pack: number, script: Script, nowMs: number): Promise<readonly SegmentPiece[]>
}

const maxPacks = 20_000
/** Memory for pieces: about four hundred full packs. */
const maxBytes = 64 * 1024 * 1024

interface CachedPack {
  packVersion: string
  pieces: Promise<readonly SegmentPiece[]>
}

/**
 * Caches packs by version. When a pack has a new version, the database reports which segments changed; only these are
 * rebuilt, or read if another process rebuilt them. Events only decide when that is checked, so a lost event cannot
 * make content wrong.
 */
export function createPackCache(events: Events, store: Pick<PieceStore, 'segments' | 'shown'>): PackCache {
  const versions = createPackVersions(events)
  const cache = new LRUCache<string, CachedPack>({ max: maxPacks, maxSize: maxBytes })

  const updatePieces = async (
    { pool, pack, script }: { pool: Pool; pack: number; script: Script },
    before: readonly SegmentPiece[],
  ): Promise<readonly SegmentPiece[]> => {
    const pieceByVersion = new Map(before.map((piece) => [piece.version, piece]))
    const segments = await store.segments(pool, pack, script, [...pieceByVersion.keys()])
    const missing = segments.filter(({ version, made }) => !pieceByVersion.has(version) && !made)
    const shown =
      missing.length > 0
        ? await store.shown(
            pool,
            missing.map(({ segment }) => segment),
          )
        : new Map()
    return segments.map(({ segment, version, made }) => {
      const piece = pieceByVersion.get(version) ?? made ?? pieceOf(shown.get(segment) ?? [], script, 'live')
      return { ...piece, segment, version }
    })
  }

  return {
    ...versions,
    pieces(pool, pack, script, nowMs) {
      const key = `${script} ${roomName(pool)} ${pack}`
      const packVersion = versions.packVersion(pool, pack, nowMs)
      const found = cache.get(key)
      if (found?.packVersion === packVersion) return found.pieces
      const before = found?.pieces.catch(() => []) ?? Promise.resolve([])
      const reading = {
        packVersion,
        pieces: before.then((pieces) => updatePieces({ pool, pack, script }, pieces)),
      }
      cache.set(key, reading, { size: 1 })
      reading.pieces.then(
        // The cache only updates the size of an entry when it is set again.
        (pieces) => cache.peek(key) === reading && cache.set(key, { ...reading }, { size: 1 + sizeOf(pieces) }),
        () => cache.peek(key) === reading && cache.delete(key),
      )
      return reading.pieces
    },
  }
}

const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { few, many }) => sum + many.length + (few === many ? 0 : few.length), 0)
