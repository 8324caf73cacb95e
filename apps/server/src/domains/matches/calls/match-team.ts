import { matchTeam, totalCap } from '@yunmu/contract'
import { dependsLooselyOn } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { competitionCard, teamCard } from '../cards.ts'
import { allMatches } from '../match-store.ts'
import { matchesDependency } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'

export function mountMatchTeam(calls: CallRegistry, parts: MatchesParts): void {
  const { store, sportsStore, viewerStore, cards, site, isOpen } = parts
  mountCall(
    calls,
    matchTeam,
    async ({ send: { id, size }, viewer, nowMs, refuse }) => {
      dependsLooselyOn(matchesDependency(null))
      const [team] = (await isOpen()) ? await sportsStore.teams([id]) : []
      if (!team) return refuse('NoSuchTeam')
      const caller = { userId: viewer?.id ?? null, nowMs }
      const query = { ...allMatches, teamId: id }
      const span = { offset: 0, limit: size, maxCounted: totalCap }
      const [next, last, competitions, players, followed] = await Promise.all([
        store.page(query, ['live', 'upcoming'], span),
        store.page(query, ['over'], span),
        sportsStore.competitionsOf(id),
        sportsStore.players(id),
        viewerStore.followed(caller.userId),
      ] as const)
      const shown = await cards.of([...next.ids, ...last.ids], caller)
      return {
        team: teamCard(team, followed.team),
        competitions: competitions.map((competition) => competitionCard(competition, followed.competition)),
        next: shown.filter(({ state }) => state !== 'over'),
        nextTotal: Math.min(next.total, totalCap),
        last: shown.filter(({ state }) => state === 'over'),
        lastTotal: last.total,
        players,
      }
    },
    { cachedUntil: [site.changed] },
  )
}
