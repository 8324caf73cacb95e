import { roomName, type Script } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import type { Pool } from './danmaku-rules.ts'
import { pieceOf, type Piece } from './pack-pieces.ts'
import { createPackStates, type PackStates } from './pack-states.ts'
import type { PieceStore } from './piece-store.ts'

/** What a pack has of a segment, of what version of it that was made, and in which order segments come. */
export interface KnownPiece extends Piece {
  segment: number
  version: number
}

export interface PackMemory extends PackStates {
  /** What a pack is put together from in its present state, in its order: looked at once for all who ask. */
  pieces(pool: Pool, pack: number, script: Script, nowMs: number): Promise<readonly KnownPiece[]>
}

const mostPacks = 20_000
/** Bytes of pieces in memory: of some four hundred full packs. */
const mostBytes = 64 * 1024 * 1024

interface Kept {
  state: string
  pieces: Promise<readonly KnownPiece[]>
}

/**
 * Knows in which states packs are, and keeps the pieces that they are put together from. A pack in another state is amended:
 * the database tells which of its segments are others than they were, and those alone are made anew, or read where another
 * process has made them. What was announced, and whether it was, decides when that is looked at, and never what is there.
 */
export function createPackMemory(events: Events, store: Pick<PieceStore, 'segments' | 'shown'>): PackMemory {
  const states = createPackStates(events)
  const kept = new LRUCache<string, Kept>({ max: mostPacks, maxSize: mostBytes })

  const amended = async (
    { pool, pack, script }: { pool: Pool; pack: number; script: Script },
    before: readonly KnownPiece[],
  ): Promise<readonly KnownPiece[]> => {
    const known = new Map(before.map((piece) => [piece.version, piece]))
    const segments = await store.segments(pool, pack, script, [...known.keys()])
    const missing = segments.filter(({ version, made }) => !known.has(version) && !made)
    const shown =
      missing.length > 0
        ? await store.shown(
            pool,
            missing.map(({ segment }) => segment),
          )
        : new Map()
    return segments.map(({ segment, version, made }) => {
      const piece = known.get(version) ?? made ?? pieceOf(shown.get(segment) ?? [], script, 'live')
      return { ...piece, segment, version }
    })
  }

  return {
    ...states,
    pieces(pool, pack, script, nowMs) {
      const key = `${script} ${roomName(pool)} ${pack}`
      const state = states.packState(pool, pack, nowMs)
      const found = kept.get(key)
      if (found?.state === state) return found.pieces
      const before = found?.pieces.catch(() => []) ?? Promise.resolve([])
      const reading = { state, pieces: before.then((pieces) => amended({ pool, pack, script }, pieces)) }
      kept.set(key, reading, { size: 1 })
      reading.pieces.then(
        // A size counts with a new entry alone.
        (pieces) => kept.peek(key) === reading && kept.set(key, { ...reading }, { size: 1 + bytesOf(pieces) }),
        () => kept.peek(key) === reading && kept.delete(key),
      )
      return reading.pieces
    },
  }
}

const bytesOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { few, many }) => sum + many.length + (few === many ? 0 : few.length), 0)
