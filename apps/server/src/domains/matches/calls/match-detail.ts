import { matchDetail, type MatchDetail } from '@yunmu/contract'
import { dependsLooselyOn, dependsOn } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { competitionCard, withSubscribed } from '../cards.ts'
import { statisticsOf } from '../figure-rules.ts'
import { allMatches, type MatchRow } from '../match-store.ts'
import { matchDependency, matchesDependency } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'
import { foldTimeline } from '../timeline-rules.ts'

const maxMeetings = 6
const maxRelated = 6

/** What a match's page shows beside its row. */
function createReaders({ store, sportsStore }: MatchesParts) {
  const seasonOf = async ({ seasonId }: MatchRow) => (seasonId === null ? null : sportsStore.season(seasonId))

  /** Running and coming ones of the competition, then its last results. */
  const relatedTo = async ({ id, competitionId }: MatchRow): Promise<number[]> => {
    const query = { ...allMatches, competitionId }
    const span = { offset: 0, limit: maxRelated + 1 }
    const ids: number[] = []
    for (const state of ['live', 'upcoming', 'over'] as const) ids.push(...(await store.choose(query, state, span)))
    return ids.filter((other) => other !== id).slice(0, maxRelated)
  }
  return { seasonOf, relatedTo }
}

const nobody: ReadonlySet<number> = new Set()

/** Reads what everybody sees of a match; null if there is none. */
function createDetailReader(parts: MatchesParts) {
  const { store, sportsStore, eventStore, viewerStore, cards, standings } = parts
  const { seasonOf, relatedTo } = createReaders(parts)
  return async (id: number, nowMs: number): Promise<MatchDetail | null> => {
    dependsOn(matchDependency(id))
    const [row] = await store.rows([id])
    if (!row) return null
    dependsLooselyOn(matchesDependency(row.competitionId))
    const caller = { userId: null, nowMs }
    const [[match], [competition], season, table, versions, lineups, figures, meetings, related, votes] =
      await Promise.all([
        cards.ofRows([row], caller),
        sportsStore.competitions([row.competitionId]),
        seasonOf(row),
        standings.ofMatch(row),
        eventStore.versions(id),
        sportsStore.lineups(id),
        sportsStore.figures(id),
        store.meetings([row.home.id, row.away.id], id, maxMeetings),
        relatedTo(row),
        viewerStore.votes(id),
      ] as const)
    if (!match || !competition) return null
    // Those of other competitions too.
    dependsLooselyOn(...meetings.map(matchDependency))
    const { stage } = table
    return {
      match,
      competition: competitionCard(competition, nobody),
      season,
      stage: stage && { id: stage.id, name: stage.name, hasStandings: stage.rules !== null },
      venue: row.venue,
      standings: table.standings,
      timeline: foldTimeline(row.sport, versions).events,
      lineups,
      statistics: statisticsOf(row.sport, figures),
      meetings: await cards.of(meetings, caller),
      related: await cards.of(related, caller),
      votes: { ...votes, mine: 'none' as const },
    }
  }
}

export function mountMatchDetail(calls: CallRegistry, parts: MatchesParts): void {
  const { viewerStore, subscriptions, site, isOpen } = parts
  const read = createDetailReader(parts)
  const shared = parts.shared<MatchDetail | null>()
  mountCall(
    calls,
    matchDetail,
    async ({ send: { id }, viewer, nowMs, refuse }) => {
      dependsOn(matchDependency(id))
      const detail = (await isOpen()) ? await shared.get(String(id), () => read(id, nowMs)) : null
      if (!detail) return refuse('NoSuchMatch')
      if (viewer === null) return detail
      const shown = [detail.match, ...detail.meetings, ...detail.related].map((match) => match.id)
      const [mine, followed, subscribed] = await Promise.all([
        viewerStore.voteOf(viewer.id, id),
        viewerStore.followed(viewer.id),
        subscriptions.among(viewer.id, shown),
      ])
      const { competition } = detail
      return {
        ...detail,
        match: { ...detail.match, subscribed: subscribed.has(id) },
        competition: { ...competition, followed: followed.competition.has(competition.id) },
        meetings: withSubscribed(detail.meetings, subscribed),
        related: withSubscribed(detail.related, subscribed),
        votes: { ...detail.votes, mine: mine ?? ('none' as const) },
      }
    },
    { cachedUntil: [site.changed] },
  )
}
