import { matchTeam } from '@yunmu/contract'
import { dependsLooselyOn } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { competitionCard, teamCard } from '../cards.ts'
import { allMatches } from '../match-store.ts'
import { matchesDependency } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'

const maxMatches = 20

export function mountMatchTeam(calls: CallRegistry, parts: MatchesParts): void {
  const { store, sportsStore, viewerStore, cards, site, isOpen } = parts
  mountCall(
    calls,
    matchTeam,
    async ({ send: { id }, viewer, nowMs, refuse }) => {
      dependsLooselyOn(matchesDependency(null))
      const [team] = (await isOpen()) ? await sportsStore.teams([id]) : []
      if (!team) return refuse('NoSuchTeam')
      const caller = { userId: viewer?.id ?? null, nowMs }
      const query = { ...allMatches, teamId: id }
      const span = { offset: 0, limit: maxMatches }
      const [live, upcoming, last, competitions, players, followed] = await Promise.all([
        store.choose(query, 'live', span),
        store.choose(query, 'upcoming', span),
        store.choose(query, 'over', span),
        sportsStore.competitionsOf(id),
        sportsStore.players(id),
        viewerStore.followed(caller.userId),
      ] as const)
      return {
        team: teamCard(team, followed.team),
        competitions: competitions.map((competition) => competitionCard(competition, followed.competition)),
        next: await cards.of([...live, ...upcoming].slice(0, maxMatches), caller),
        last: await cards.of(last, caller),
        players,
      }
    },
    { cachedUntil: [site.changed] },
  )
}
