import { indexSports, liveTeams, type ReplyOf, SportKey, sports, totalCap } from '@yunmu/contract'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'
import { changesAt, dependsLooselyOn } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { competitionCard, teamCard, withSubscribed } from '../cards.ts'
import { allMatches } from '../match-store.ts'
import { matchesDependency } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'

const none: ReadonlySet<number> = new Set()

/** Sports and teams, for the home page and for filters. */
export function mountIndexSports(calls: CallRegistry, parts: MatchesParts): void {
  const { store, counts: countsOf, sportsStore, viewerStore, subscriptions, lists, isOpen } = parts

  const shared = parts.shared<ReplyOf<typeof indexSports>>()
  const read = async (count: number, nowMs: number): Promise<ReplyOf<typeof indexSports>> => {
    dependsLooselyOn(matchesDependency(null))
    const span = daySpan(chinaDay(nowMs / 1000))
    changesAt(span.toSec * 1000)
    const [counts, competitions, list] = await Promise.all([
      countsOf(),
      sportsStore.competitions(),
      lists.ofTheMoment(count, { userId: null, nowMs }),
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
            competitions: competitions.filter(({ id }) => ids.has(id)).map((each) => competitionCard(each, none)),
          }
        }),
      ),
      list,
    }
  }

  // Every open home page asks again and again.
  mountCall(calls, indexSports, async ({ send: { count }, viewer, nowMs }) => {
    if (!(await isOpen())) return { sports: [], list: [] }
    const reply = await shared.get(String(count), () => read(count, nowMs))
    if (viewer === null) return reply
    const shown = reply.list.map(({ id }) => id)
    const [followed, subscribed] = await Promise.all([
      viewerStore.followed(viewer.id),
      subscriptions.among(viewer.id, shown),
    ])
    return {
      sports: reply.sports.map((sport) => ({
        ...sport,
        competitions: sport.competitions.map((each) => ({ ...each, followed: followed.competition.has(each.id) })),
      })),
      list: withSubscribed(reply.list, subscribed),
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
