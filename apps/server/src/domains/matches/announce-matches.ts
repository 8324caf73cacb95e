import type { Schema } from '@yunmu/contract'
import type { Kysely, Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { EventKind } from '../../platform/events/events.ts'
import type { TransactionalEvents } from '../../platform/events/outbox.ts'
import { matchDetailsChanged, matchesChanged, matchesDescribed, sportsNamesChanged } from './matches-events.ts'
import type { OwnChannels } from './matches-needs.ts'
import type { MatchesTables } from './matches-tables.ts'

/** What changed in matches, to be announced. */
export interface ChangedMatches {
  /** Everything may have changed. */
  isAll: boolean
  /** Teams or competitions changed, or there are other matches. */
  hasNames: boolean
  /** Matches that lists show differently, and their competitions. */
  ids: Set<number>
  competitionIds: Set<number>
  /** Matches of which only the page changed. */
  detailIds: Set<number>
  /** Matches with other statistics, and with other line-ups. */
  statisticsIds: Set<number>
  lineupIds: Set<number>
  /** Channels that only a match shows were saved, or may have gone with their matches. */
  hasChannels: boolean
}

export const createChanged = (): ChangedMatches => ({
  isAll: false,
  hasNames: false,
  ids: new Set(),
  competitionIds: new Set(),
  detailIds: new Set(),
  statisticsIds: new Set(),
  lineupIds: new Set(),
  hasChannels: false,
})

/** More changed matches than this are announced as "all". */
const maxAnnounced = 200

type Announce = <Detail extends Schema>(event: EventKind<Detail>, detail: z.output<Detail>) => Promise<void>

/**
 * Announces changes, with a function that does so now or by a transaction: to caches, then to rooms. Nothing is announced
 * of no change.
 */
export async function announceMatches(changed: ChangedMatches, announce: Announce): Promise<void> {
  await announceCaches(changed, announce)
  const { statisticsIds, lineupIds } = changed
  if (statisticsIds.size + lineupIds.size > 0)
    await announce(matchesDescribed, { statisticsIds: [...statisticsIds], lineupIds: [...lineupIds] })
}

async function announceCaches(
  { isAll, hasNames, ids, competitionIds, detailIds }: ChangedMatches,
  announce: Announce,
): Promise<void> {
  if (hasNames) await announce(sportsNamesChanged, {})
  const isMany = isAll || ids.size > maxAnnounced || competitionIds.size > maxAnnounced
  if (isMany) return announce(matchesChanged, { ids: [], competitionIds: [] })
  if (ids.size > 0) await announce(matchesChanged, { ids: [...ids], competitionIds: [...competitionIds] })
  const details = [...detailIds].filter((id) => !ids.has(id))
  for (let at = 0; at < details.length; at += maxAnnounced)
    await announce(matchDetailsChanged, { ids: details.slice(at, at + maxAnnounced) })
}

/** Changes matches and announces it in one transaction. Returns what the change returned. */
export async function changeMatches<Result>(
  {
    db,
    events,
    ownChannels,
  }: {
    db: Kysely<MatchesTables>
    events: Pick<TransactionalEvents, 'announce' | 'announceIn'>
    ownChannels: Pick<OwnChannels, 'changed'>
  },
  change: (tx: Transaction<MatchesTables>, changed: ChangedMatches) => Promise<Result>,
): Promise<Result> {
  const changed = createChanged()
  const result = await db.transaction().execute(async (tx) => {
    const made = await change(tx, changed)
    await announceMatches(changed, (event, detail) => events.announceIn(tx, event, detail))
    if (changed.hasChannels) await ownChannels.changed.announceIn(tx)
    return made
  })
  await announceMatches(changed, async (event, detail) => events.announce(event, detail))
  if (changed.hasChannels) ownChannels.changed.announce()
  return result
}
