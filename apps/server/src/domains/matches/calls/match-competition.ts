import { matchCompetition, totalCap } from '@yunmu/contract'
import { dependsOn } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { competitionCard } from '../cards.ts'
import { allMatches } from '../match-store.ts'
import { matchesDependency } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'

export function mountMatchCompetition(calls: CallRegistry, parts: MatchesParts): void {
  const { store, sportsStore, viewerStore, cards, standings, site, isOpen } = parts
  const stagesOf = async (season: { id: number } | undefined) => (season ? sportsStore.stages(season.id) : [])
  mountCall(
    calls,
    matchCompetition,
    async ({ send: { id, season: asked, size }, viewer, nowMs, refuse }) => {
      dependsOn(matchesDependency(id))
      const [competition] = (await isOpen()) ? await sportsStore.competitions([id]) : []
      if (!competition) return refuse('NoSuchCompetition')
      const caller = { userId: viewer?.id ?? null, nowMs }
      const [seasons, current] = await Promise.all([
        sportsStore.seasons(id),
        sportsStore.currentSeason(id, Math.floor(nowMs / 1000)),
      ])
      const season = seasons.find((each) => each.id === asked) ?? seasons.find((each) => each.id === current)
      // A season has one competition: its own matches are fewer than those of all seasons of the competition.
      const query = season ? { ...allMatches, seasonId: season.id } : { ...allMatches, competitionId: id }
      const span = { offset: 0, limit: size, maxCounted: totalCap }
      const [fixtures, results, stages, followed] = await Promise.all([
        store.page(query, ['live', 'upcoming'], span),
        store.page(query, ['over'], span),
        stagesOf(season),
        viewerStore.followed(caller.userId),
      ] as const)
      const shown = await cards.of([...fixtures.ids, ...results.ids], caller)
      const tables = await Promise.all(
        stages.map(async (stage) =>
          (await standings.ofStage(stage)).map((table) => ({ ...table, stage: stages.length > 1 ? stage.name : '' })),
        ),
      )
      return {
        competition: competitionCard(competition, followed.competition),
        seasons,
        season: season?.id ?? 0,
        currentSeason: current ?? 0,
        stages: stages.map((stage) => ({ id: stage.id, name: stage.name, hasStandings: stage.rules !== null })),
        fixtures: shown.filter(({ state }) => state !== 'over'),
        fixturesTotal: Math.min(fixtures.total, totalCap),
        results: shown.filter(({ state }) => state === 'over'),
        resultsTotal: results.total,
        standings: tables.flat(),
      }
    },
    { cachedUntil: [site.changed] },
  )
}
