import { matchDays } from '@yunmu/contract'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import { changesAt, dependsLooselyOn } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { sportOf } from '../match-lists.ts'
import { allMatches } from '../match-store.ts'
import { matchesDependency } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'

/** Days before and after today. */
const daysAround = 7
const daySec = 24 * 3600

export function mountMatchDays(calls: CallRegistry, { store, site, isOpen }: MatchesParts): void {
  mountCall(
    calls,
    matchDays,
    async ({ send: { sport: word, competition }, nowMs }) => {
      dependsLooselyOn(matchesDependency(null))
      const todaySec = dayStartSec(chinaDay(nowMs / 1000))
      changesAt((todaySec + daySec) * 1000)
      const fromSec = todaySec - daysAround * daySec
      const length = 2 * daysAround + 1
      const sport = sportOf(word)
      const perDay =
        sport !== 'none' && (await isOpen())
          ? await store.perDay({
              ...allMatches,
              sport,
              competitionId: competition === 0 ? null : competition,
              span: { fromSec, toSec: fromSec + length * daySec },
            })
          : new Map<number, number>()
      return {
        days: Array.from({ length }, (_, at) => ({
          day: chinaDay(fromSec + at * daySec),
          matches: perDay.get(at) ?? 0,
        })),
      }
    },
    { cachedUntil: [site.changed] },
  )
}
