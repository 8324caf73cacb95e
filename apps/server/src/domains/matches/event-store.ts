import { hash } from 'node:crypto'
import type { MatchEvent, SportKey } from '@yunmu/contract'
import type { Kysely, Transaction } from 'kysely'
import { settle, withoutEvents, type StoredCourse } from './course-rules.ts'
import type { MatchesTables } from './matches-tables.ts'
import { canonicalJson, foldTimeline, type MatchCourse, newestVersions } from './timeline-rules.ts'

/** What storing events did to a match. */
export interface StoredEvents {
  sport: SportKey
  competitionId: number
  /** By the place of the event in the request: whether it was new. */
  isNew: boolean[]
  /** The match has as many versions as it may have: nothing was stored. */
  isFull: boolean
  /** The versions that counted before, by id; retracted ones too. */
  earlier: ReadonlyMap<string, MatchEvent>
  before: StoredCourse
  after: MatchCourse
}

export interface EventStore {
  /** All versions of the events of a match. */
  versions(matchId: number): Promise<MatchEvent[]>
  /**
   * Stores versions, and the course that follows from all: without new ones that of another start. Null if the match does
   * not exist.
   * @param announce called in the same transaction, if anything was stored
   * @param unversioned those of the events that have no `seq` of their own, see `InputLine`
   */
  add(
    matchId: number,
    events: readonly MatchEvent[],
    nowMs: number,
    {
      announce,
      unversioned,
    }: {
      announce: (tx: Transaction<MatchesTables>, stored: StoredEvents) => Promise<void>
      unversioned?: ReadonlySet<MatchEvent>
    },
  ): Promise<StoredEvents | null>
}

/** Versions of a match: far more than a real one has, and folded in some ten milliseconds. */
const maxVersions = 5000

const digestOf = (event: MatchEvent): string => hash('sha256', canonicalJson(event), 'base64url').slice(0, 16)

const versionsOf = (db: Kysely<MatchesTables>, matchId: number) =>
  db.selectFrom('match_event').select(['digest', 'version']).where('match_id', '=', matchId).execute()

const keyOf = ({ id, seq }: MatchEvent, digest: string): string => `${seq} ${digest} ${id}`

const none: ReadonlySet<MatchEvent> = new Set()

/**
 * Gives an event without a `seq` of its own the one after the newest known version, or that version if it tells the same.
 * Null for the retraction of an event that nobody told.
 */
function createNumbering(earlier: ReadonlyMap<string, MatchEvent>): (event: MatchEvent) => MatchEvent | null {
  const newest = new Map(earlier)
  return (event) => {
    const known = newest.get(event.id)
    if (!known && event.retracted) return null
    const isSame = known && canonicalJson({ ...event, seq: known.seq }) === canonicalJson(known)
    if (isSame || (known?.retracted && event.retracted)) return known
    const next = known ? { ...event, seq: known.seq + 1 } : event
    newest.set(next.id, next)
    return next
  }
}

export function createEventStore(db: Kysely<MatchesTables>): EventStore {
  return {
    versions: async (matchId) => (await versionsOf(db, matchId)).map(({ version }) => version),

    add: (matchId, events, nowMs, { announce, unversioned = none }) =>
      db.transaction().execute(async (tx) => {
        // Locked, so that the course of concurrent requests follows from the events of both.
        const match = await tx
          .selectFrom('match')
          .select(['sport', 'competition_id', 'course', 'kickoff_sec', 'told_ms'])
          .where('id', '=', matchId)
          .forUpdate()
          .executeTakeFirst()
        if (!match) return null
        const known = await versionsOf(tx, matchId)
        const earlier = newestVersions(known.map(({ version }) => version))
        const next = createNumbering(earlier)
        const knownKeys = new Set(known.map(({ version, digest }) => keyOf(version, digest)))
        const told = events.map((given) => {
          const event = unversioned.has(given) ? next(given) : given
          if (!event) return null
          const digest = digestOf(event)
          return { event, digest, key: keyOf(event, digest) }
        })
        const fresh = new Map(told.flatMap((each) => (!each || knownKeys.has(each.key) ? [] : [[each.key, each]])))
        const isFull = known.length + fresh.size > maxVersions
        if (isFull) fresh.clear()
        if (fresh.size > 0) {
          const rows = [...fresh.values()].map(({ event, digest }) => ({
            match_id: matchId,
            event_id: event.id,
            seq: event.seq,
            digest,
            version: JSON.stringify(event),
            received_ms: nowMs,
          }))
          await tx.insertInto('match_event').values(rows).execute()
        }
        const toldMs = fresh.size > 0 ? nowMs : match.told_ms
        const versions = [...known.map(({ version }) => version), ...[...fresh.values()].map(({ event }) => event)]
        const after = settle(foldTimeline(match.sport, versions), { kickoffSec: match.kickoff_sec, toldMs, nowMs })
        if (fresh.size > 0 || events.length === 0) {
          await tx
            .updateTable('match')
            .set({ course: JSON.stringify(withoutEvents(after)), state: after.state, told_ms: toldMs })
            .where('id', '=', matchId)
            .execute()
        }
        const stored = {
          sport: match.sport,
          competitionId: match.competition_id,
          isNew: told.map((each) => each !== null && fresh.has(each.key)),
          isFull,
          earlier,
          before: match.course,
          after,
        }
        if (fresh.size > 0 || events.length === 0) await announce(tx, stored)
        return stored
      }),
  }
}
