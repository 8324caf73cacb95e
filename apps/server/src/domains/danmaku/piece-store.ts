import type { Danmaku, Script } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import { spanOfPack, segmentOf, type Pool } from './danmaku-rules.ts'
import { columns, toDanmaku, type Row } from './danmaku-rows.ts'
import type { DanmakuTables } from './danmaku-tables.ts'
import { unpooledCopy, maxPerPiece, type Piece } from './pack-pieces.ts'

/** A segment's current version, with its stored piece if there is one and the caller does not know it. */
export interface SegmentState {
  segment: number
  version: number
  made: Piece | null
}

/** A segment without a current stored piece. */
export interface StaleSegment {
  pool: Pool
  segment: number
  version: number
}

/** The segments of pools, which packs are made of. */
export interface PieceStore {
  /**
   * The segments of a pack that may have content, in order; `made` is null if no piece is stored.
   * @param known versions whose pieces the caller has
   */
  segments(pool: Pool, pack: number, script: Script, known: readonly number[]): Promise<SegmentState[]>
  /** The shown danmaku of these segments, heaviest first, as many as a piece needs. */
  shown(pool: Pool, segments: readonly number[]): Promise<Map<number, Danmaku[]>>
  /** Segments without a current piece that did not change for `quietMs`, longest first. */
  listStale(quietMs: number, limit: number): Promise<StaleSegment[]>
  /** Stores the pieces of a version. With null the segment has no content and its row is deleted. */
  savePieces(segment: StaleSegment, pieces: Readonly<Record<Script, Piece>> | null): Promise<void>
}

interface SegmentRow {
  segment: number
  version: number
  isMade: boolean
  count: number | null
  few: Buffer | null
  many: Buffer | null
}

/** One more than a piece holds, to know that there are more. */
const maxRead = maxPerPiece + 1

const toPiece = (count: number, few: Buffer | null, many: Buffer): Piece => ({
  count,
  many,
  few: few ? unpooledCopy(few) : many,
})

export function createPieceStore(db: Kysely<DanmakuTables>): PieceStore {
  return {
    async segments({ kind, id, level }, pack, script, known) {
      const { fromMs, toMs } = spanOfPack(pack)
      const isNew = sql`made_version = version and version <> all(${[...known]}::bigint[])`
      const { rows } = await sql<SegmentRow>`
        select segment, version, made_version is not distinct from version as "isMade", made_count as count,
          case when ${isNew} then ${sql.ref(`few_${script}`)} end as few,
          case when ${isNew} then ${sql.ref(`many_${script}`)} end as many
        from danmaku_segment
        where kind = ${kind} and subject_id = ${id}::int and level = ${level}::int
          and segment >= ${segmentOf(fromMs)}::bigint and segment < ${segmentOf(toMs)}::bigint
        order by segment`.execute(db)
      return rows.map(({ segment, version, isMade, count, few, many }) => ({
        segment,
        version,
        made: isMade && many ? toPiece(count ?? 0, few, unpooledCopy(many)) : null,
      }))
    },
    async shown({ kind, id, level }, segments) {
      const { rows } = await sql<Row & { segment: number }>`
        select given.segment, ${sql.join(columns.map((column) => sql.ref(`one.${column}`)))}
        from unnest(${[...segments]}::int[]) as given(segment) cross join lateral (
          select ${sql.join(columns.map((column) => sql.ref(column)))} from danmaku
          where kind = ${kind} and subject_id = ${id}::int and level = ${level}::int
            and at_ms >= given.segment * 15000::bigint and at_ms < (given.segment + 1) * 15000::bigint
            and state = 'shown'
          order by weight desc, id desc limit ${maxRead}::int
        ) as one`.execute(db)
      const shown = new Map(segments.map((segment): [number, Danmaku[]] => [segment, []]))
      for (const row of rows) shown.get(row.segment)?.push(toDanmaku(row))
      return shown
    },
    async listStale(quietMs, limit) {
      // Rounded as the time of a change is: one that was rounded up would not be over yet.
      const { rows } = await sql<{ kind: Pool['kind']; id: number; level: number; segment: number; version: number }>`
        select kind, subject_id as id, level, segment, version from danmaku_segment
        where made_version is distinct from version
          and turned_ms <= (extract(epoch from clock_timestamp()) * 1000)::bigint - ${quietMs}::int
        order by turned_ms limit ${limit}::int`.execute(db)
      return rows.map(({ segment, version, ...pool }) => ({ pool, segment, version }))
    },
    async savePieces({ pool: { kind, id, level }, segment, version }, pieces) {
      const segmentRow = sql`kind = ${kind} and subject_id = ${id}::int and level = ${level}::int
        and segment = ${segment}::int and version = ${version}::bigint`
      if (!pieces) await sql`delete from danmaku_segment where ${segmentRow}`.execute(db)
      else {
        const { s, t } = pieces
        const fewOf = ({ few, many }: Piece): Buffer | null => (few === many ? null : few)
        await sql`
          update danmaku_segment set made_version = version, made_count = ${s.count}::int,
            few_s = ${fewOf(s)}::bytea, many_s = ${s.many}::bytea, few_t = ${fewOf(t)}::bytea, many_t = ${t.many}::bytea
          where ${segmentRow}`.execute(db)
      }
    },
  }
}
