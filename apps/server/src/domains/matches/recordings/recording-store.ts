import type { SportKey } from '@yunmu/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { StoredCourse } from '../course-rules.ts'
import type { ListState } from '../match-store.ts'
import type { MatchesTables, Span } from '../matches-tables.ts'
import { minAvailableMs } from './recording-rules.ts'

/** A match whose recordings do not yet follow from what was told of it. */
export interface UnsettledMatch {
  id: number
  competitionId: number
  sport: SportKey
  kickoffSec: number
  toldMs: number
  state: ListState
  course: StoredCourse
  streams: { number: number; channelId: number }[]
}

/** The recording of one stream of a match. */
export interface Recording {
  matchId: number
  number: number
  channelId: number
  fromSec: number
  /** Null while the match is not over. */
  untilSec: number | null
  highlights: Span[]
}

interface Availability {
  availableMs: number
  highlightsMs: number
}

/** A span of a channel that is kept for a match. */
export interface KeptSpan extends Span {
  channelId: number
}

export interface MatchRecordingStore {
  /** Played, running and soon starting matches with streams, of which something was told since their recordings were saved. */
  unsettled(span: { fromSec: number; toSec: number }): Promise<UnsettledMatch[]>
  /** Replaces the recordings of a match. */
  save(
    match: Pick<UnsettledMatch, 'id' | 'toldMs' | 'state'>,
    recordings: readonly (Omit<Recording, 'matchId'> & Availability)[],
    settled: boolean,
  ): Promise<void>
  /** Settled recordings of which something was available at the last look. */
  available(): Promise<(Recording & Availability & { expired: boolean })[]>
  setAvailable(recording: Pick<Recording, 'matchId' | 'number'>, availability: Availability): Promise<void>
  /**
   * Keeps only the highlights of what ended before a time, and nothing of what ended before another. What ended before the
   * third is forgotten: sooner, a match that is still followed would have it again. Returns the matches.
   */
  expire(before: { replaySec: number; highlightsSec: number; followedSec: number }): Promise<number[]>
  /**
   * Deletes recordings of matches that are to come again, as postponed ones are, and of streams taken back before the end.
   * Returns their number.
   */
  deleteUnplayed(afterSec: number): Promise<number>
  /** The recordings of a match that can be played, by stream. */
  ofMatch(matchId: number, kind: 'available_ms' | 'highlights_ms'): Promise<Recording[]>
  /** All spans that are kept. A match is kept without an end until its streams are closed. */
  kept(): Promise<KeptSpan[]>
  /** Recorded matches of a sport (null: any) at random. */
  random(filter: { sport: SportKey | null; except: number; count: number }): Promise<number[]>
  /** Recorded matches that a channel showed, latest first. */
  onChannel(channelId: number, span: { offset: number; limit: number }): Promise<number[]>
  competitionsOf(matchIds: readonly number[]): Promise<number[]>
}

/** Further than any recording reaches. */
const openEndMs = 8_640_000_000_000_000

const atLeast = (column: 'available_ms' | 'highlights_ms'): RawBuilder<boolean> =>
  sql<boolean>`coalesce(r.settled and r.${sql.ref(column)} >= ${minAvailableMs}, false)`

/** Conditions on a recording `r`, also of an outer join: whether it can be played, and its highlights. */
export const isRecorded = atLeast('available_ms')
export const isHighlighted = atLeast('highlights_ms')

/** Columns of lists on a match: what of it can be played. */
export const recordedColumns = sql`
  exists (select from match_recording r where r.match_id = m.id and ${isRecorded}) as recorded,
  exists (select from match_recording r where r.match_id = m.id and ${isHighlighted}) as highlighted`

export function createMatchRecordingStore(db: Kysely<MatchesTables>): MatchRecordingStore {
  const columns = [
    'match_id as matchId',
    'number',
    'channel_id as channelId',
    'from_sec as fromSec',
    'until_sec as untilSec',
    'highlights',
  ] as const
  const idsOf = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> =>
    (await query.execute(db)).rows.map(({ id }) => id)
  return {
    async unsettled({ fromSec, toSec }) {
      const { rows } = await sql<UnsettledMatch>`
        select m.id, m.competition_id as "competitionId", m.sport, m.kickoff_sec as "kickoffSec", m.told_ms as "toldMs",
          m.state, m.course, s.streams
        from match m cross join lateral (
          select json_agg(json_build_object('number', s.number, 'channelId', s.channel_id) order by s.number) as streams,
            bool_and(exists (
              select from match_recording r
              where r.match_id = s.match_id and r.number = s.number and r.channel_id = s.channel_id
                and r.told_ms = m.told_ms and r.state = m.state and (r.settled or m.state <> 'over')
            )) as known
          from match_stream s where s.match_id = m.id
        ) s
        where m.state in ('upcoming', 'live', 'over') and m.kickoff_sec >= ${fromSec} and m.kickoff_sec < ${toSec}
          and not s.known`.execute(db)
      return rows
    },

    save: ({ id, toldMs, state }, recordings, settled) =>
      db.transaction().execute(async (tx) => {
        // A feed may take back the streams of a match whose recordings are there.
        if (recordings.length === 0) return
        const kept = recordings.map(({ number }) => number)
        await sql`delete from match_recording where match_id = ${id} and number <> all(${kept}::int[])`.execute(tx)
        const rows = recordings.map(
          ({ number, channelId, fromSec, untilSec, availableMs, highlights, highlightsMs }) => ({
            match_id: id,
            number,
            channel_id: channelId,
            from_sec: fromSec,
            until_sec: untilSec,
            told_ms: toldMs,
            state,
            settled,
            expired: false,
            available_ms: availableMs,
            highlights: JSON.stringify(highlights),
            highlights_ms: highlightsMs,
          }),
        )
        await tx
          .insertInto('match_recording')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['match_id', 'number']).doUpdateSet((row) => ({
              channel_id: row.ref('excluded.channel_id'),
              from_sec: row.ref('excluded.from_sec'),
              until_sec: row.ref('excluded.until_sec'),
              told_ms: row.ref('excluded.told_ms'),
              state: row.ref('excluded.state'),
              settled: row.ref('excluded.settled'),
              expired: row.ref('excluded.expired'),
              available_ms: row.ref('excluded.available_ms'),
              highlights: row.ref('excluded.highlights'),
              highlights_ms: row.ref('excluded.highlights_ms'),
            })),
          )
          .execute()
      }),

    available: () =>
      db
        .selectFrom('match_recording')
        .select([...columns, 'available_ms as availableMs', 'highlights_ms as highlightsMs', 'expired'])
        .where('settled', '=', true)
        .where((where) => where.or([where('available_ms', '>', 0), where('highlights_ms', '>', 0)]))
        .execute(),

    async setAvailable({ matchId, number }, { availableMs, highlightsMs }) {
      await db
        .updateTable('match_recording')
        .set({ available_ms: availableMs, highlights_ms: highlightsMs })
        .where('match_id', '=', matchId)
        .where('number', '=', number)
        .execute()
    },

    async expire({ replaySec, highlightsSec, followedSec }) {
      const deleted = await idsOf(
        sql`delete from match_recording where until_sec < ${followedSec} returning match_id as id`,
      )
      const cut = await idsOf(sql`
        update match_recording set highlights = '[]', highlights_ms = 0
        where until_sec < ${highlightsSec} and settled and highlights <> '[]' returning match_id as id`)
      const expired = await idsOf(sql`
        update match_recording set expired = true, available_ms = 0
        where until_sec < ${replaySec} and settled and not expired returning match_id as id`)
      return [...new Set([...deleted, ...cut, ...expired])]
    },

    async deleteUnplayed(afterSec) {
      const coming = await idsOf(sql`
        delete from match_recording r using match m
        where m.id = r.match_id and m.state = 'upcoming' and m.kickoff_sec >= ${afterSec} returning m.id`)
      const takenBack = await idsOf(sql`
        delete from match_recording r
        where not settled
          and not exists (select from match_stream s where s.match_id = r.match_id and s.number = r.number)
        returning match_id as id`)
      return coming.length + takenBack.length
    },

    ofMatch: (matchId, kind) =>
      db
        .selectFrom('match_recording')
        .select([...columns])
        .where('match_id', '=', matchId)
        .where('settled', '=', true)
        .where(kind, '>=', minAvailableMs)
        .orderBy('number')
        .execute(),

    async kept() {
      const rows = await db
        .selectFrom('match_recording')
        .select([...columns, 'state', 'settled', 'expired'])
        .orderBy('channel_id')
        .orderBy('from_sec')
        .execute()
      return rows.flatMap(({ channelId, fromSec, untilSec, state, settled, highlights, expired }) =>
        expired
          ? highlights.map((span) => ({ channelId, ...span }))
          : [
              {
                channelId,
                fromMs: fromSec * 1000,
                untilMs: untilSec === null || (state === 'over' && !settled) ? openEndMs : untilSec * 1000,
              },
            ],
      )
    },

    random: ({ sport, except, count }) =>
      idsOf(sql`
        select m.id from match m
        where m.id <> ${except} ${sport === null ? sql`` : sql`and m.sport = ${sport}`}
          and exists (select from match_recording r where r.match_id = m.id and ${isRecorded})
        order by random() limit ${count}`),

    onChannel: (channelId, { offset, limit }) =>
      idsOf(sql`
        select r.match_id as id from match_recording r where r.channel_id = ${channelId} and ${isRecorded}
        group by r.match_id order by max(r.from_sec) desc, r.match_id desc offset ${offset} limit ${limit}`),

    competitionsOf: (matchIds) =>
      idsOf(sql`select distinct competition_id as id from match where id = any(${[...matchIds]}::int[])`),
  }
}
