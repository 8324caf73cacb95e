import { indexSports, liveTeams, SportKey, sports, totalCap } from '@yunmu/contract'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { competitionCard, teamCard } from '../cards.ts'
import { allMatches } from '../match-store.ts'
import type { MatchesParts } from '../matches-parts.ts'

/** Sports and teams, for the home page and for filters. */
export function mountIndexSports(calls: CallRegistry, parts: MatchesParts): void {
  const { store, counts: countsOf, sportsStore, viewerStore, lists, isOpen } = parts

  mountCall(calls, indexSports, async ({ send: { count }, viewer, nowMs }) => {
    if (!(await isOpen())) return { sports: [], list: [] }
    const span = daySpan(chinaDay(nowMs / 1000))
    const [counts, competitions, followed, list] = await Promise.all([
      countsOf(),
      sportsStore.competitions(),
      viewerStore.followed(viewer?.id ?? null),
      lists.ofTheMoment(count, { userId: viewer?.id ?? null, nowMs }),
    ] as const)
    const found = SportKey.options.filter((sport) => counts.some((each) => each.sport === sport))
    return {
      sports: await Promise.all(
        found.map(async (sport) => {
          const today = await store.count({ ...allMatches, sport, span }, totalCap)
          const ids = new Set(counts.flatMap((each) => (each.sport === sport ? [each.competitionId] : [])))
          return {
            sport,
            label: sports[sport].label,
            today: today.live + today.upcoming + today.over,
            competitions: competitions
              .filter(({ id }) => ids.has(id))
              .map((competition) => competitionCard(competition, followed.competition)),
          }
        }),
      ),
      list,
    }
  })

  mountCall(calls, liveTeams, async ({ send: { sport, competition, page, size }, viewer }) => {
    if (!(await isOpen())) return { list: [], total: 0, page, size }
    const [{ list, total }, followed] = await Promise.all([
      sportsStore.listTeams(
        { sport: sport ?? null, competitionId: competition === 0 ? null : competition },
        { offset: (page - 1) * size, limit: size },
      ),
      viewerStore.followed(viewer?.id ?? null),
    ] as const)
    return { list: list.map((team) => teamCard(team, followed.team)), total: Math.min(total, totalCap), page, size }
  })
}
