import { hash } from 'node:crypto'
import type { MatchEvent, SportKey } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { settle, withoutEvents, type StoredCourse } from './course-rules.ts'
import type { MatchesTables } from './matches-tables.ts'
import { canonicalJson, foldTimeline, type MatchCourse } from './timeline-rules.ts'

/** What storing events did to a match. */
export interface StoredEvents {
  sport: SportKey
  competitionId: number
  /** By the place of the event in the request: whether it was new. */
  isNew: boolean[]
  before: StoredCourse
  after: MatchCourse
}

export interface EventStore {
  /** All versions of the events of a match. */
  versions(matchId: number): Promise<MatchEvent[]>
  /**
   * Stores versions, and the course that follows from all: without new ones that of another start. Null if the match does
   * not exist.
   */
  add(matchId: number, events: readonly MatchEvent[], nowMs: number): Promise<StoredEvents | null>
}

const digestOf = (event: MatchEvent): string => hash('sha256', canonicalJson(event), 'base64url').slice(0, 16)

const versionsOf = async (db: Kysely<MatchesTables>, matchId: number): Promise<MatchEvent[]> =>
  (await db.selectFrom('match_event').select('version').where('match_id', '=', matchId).execute()).map(
    ({ version }) => version,
  )

export function createEventStore(db: Kysely<MatchesTables>): EventStore {
  return {
    versions: (matchId) => versionsOf(db, matchId),

    add: (matchId, events, nowMs) =>
      db.transaction().execute(async (tx) => {
        // Locked, so that the course of concurrent requests follows from the events of both.
        const match = await tx
          .selectFrom('match')
          .select(['sport', 'competition_id', 'course', 'kickoff_sec', 'told_ms'])
          .where('id', '=', matchId)
          .forUpdate()
          .executeTakeFirst()
        if (!match) return null
        const versions = events.map((event) => ({ event, digest: digestOf(event) }))
        const keyOf = (id: string, seq: number, digest: string): string => `${seq} ${digest} ${id}`
        const distinct = new Map(versions.map((each) => [keyOf(each.event.id, each.event.seq, each.digest), each]))
        const rows = [...distinct.values()].map(({ event, digest }) => ({
          match_id: matchId,
          event_id: event.id,
          seq: event.seq,
          digest,
          version: JSON.stringify(event),
          received_ms: nowMs,
        }))
        const inserted =
          rows.length === 0
            ? []
            : await tx
                .insertInto('match_event')
                .values(rows)
                .onConflict((conflict) => conflict.doNothing())
                .returning(['event_id', 'seq', 'digest'])
                .execute()
        const added = new Set(inserted.map(({ event_id, seq, digest }) => keyOf(event_id, seq, digest)))
        const isNew = versions.map(({ event, digest }) => added.has(keyOf(event.id, event.seq, digest)))
        const toldMs = added.size > 0 ? nowMs : match.told_ms
        const told = { kickoffSec: match.kickoff_sec, toldMs, nowMs }
        const after = settle(foldTimeline(match.sport, await versionsOf(tx, matchId)), told)
        if (added.size > 0 || events.length === 0) {
          await tx
            .updateTable('match')
            .set({ course: JSON.stringify(withoutEvents(after)), state: after.state, told_ms: toldMs })
            .where('id', '=', matchId)
            .execute()
        }
        return { sport: match.sport, competitionId: match.competition_id, isNew, before: match.course, after }
      }),
  }
}
