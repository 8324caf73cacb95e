import { roomName, type Script } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import type { Pool } from './danmaku-rules.ts'
import { pieceOf, type Piece } from './pack-pieces.ts'
import { createPackVersions, type PackVersions } from './pack-versions.ts'
import type { PieceStore } from './piece-store.ts'

/** What a pack has of a segment, of what version of it that was made, and in which order segments come. */
export interface SegmentPiece extends Piece {
  segment: number
  version: number
}

export interface PackCache extends PackVersions {
  /** What a pack is put together from in its present state, in its order: looked at once for all who ask. */
  pieces(pool: Pool, pack: number, script: Script, nowMs: number): Promise<readonly SegmentPiece[]>
}

const maxPacks = 20_000
/** Bytes of pieces in memory: of some four hundred full packs. */
const maxBytes = 64 * 1024 * 1024

interface CachedPack {
  packVersion: string
  pieces: Promise<readonly SegmentPiece[]>
}

/**
 * Knows in which states packs are, and keeps the pieces that they are put together from. A pack in another state is amended:
 * the database tells which of its segments are others than they were, and those alone are made anew, or read where another
 * process has made them. What was announced, and whether it was, decides when that is looked at, and never what is there.
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
        // A size counts with a new entry alone.
        (pieces) => cache.peek(key) === reading && cache.set(key, { ...reading }, { size: 1 + sizeOf(pieces) }),
        () => cache.peek(key) === reading && cache.delete(key),
      )
      return reading.pieces
    },
  }
}

const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { few, many }) => sum + many.length + (few === many ? 0 : few.length), 0)
