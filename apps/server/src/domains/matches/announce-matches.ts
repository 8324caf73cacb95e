import type { Schema } from '@yunmu/contract'
import type * as z from 'zod/mini'
import type { EventKind } from '../../platform/events/events.ts'
import { matchDetailsChanged, matchesChanged, sportsNamesChanged } from './matches-events.ts'

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
}

export const createChanged = (): ChangedMatches => ({
  isAll: false,
  hasNames: false,
  ids: new Set(),
  competitionIds: new Set(),
  detailIds: new Set(),
})

/** More changed matches than this are announced as "all". */
const maxAnnounced = 200

/** Announces changes, with a function that does so now or by a transaction. Nothing is announced of no change. */
export async function announceMatches(
  { isAll, hasNames, ids, competitionIds, detailIds }: ChangedMatches,
  announce: <Detail extends Schema>(event: EventKind<Detail>, detail: z.output<Detail>) => Promise<void>,
): Promise<void> {
  if (hasNames) await announce(sportsNamesChanged, {})
  const isMany = isAll || ids.size > maxAnnounced || competitionIds.size > maxAnnounced
  if (isMany) return announce(matchesChanged, { ids: [], competitionIds: [] })
  if (ids.size > 0) await announce(matchesChanged, { ids: [...ids], competitionIds: [...competitionIds] })
  const details = [...detailIds].filter((id) => !ids.has(id))
  for (let at = 0; at < details.length; at += maxAnnounced)
    await announce(matchDetailsChanged, { ids: details.slice(at, at + maxAnnounced) })
}
