import { matchFollows } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { competitionCard, teamCard } from '../cards.ts'
import type { MatchesParts } from '../matches-parts.ts'

const byName = new Intl.Collator('zh')

export function mountMatchFollows(calls: CallRegistry, { sportsStore, viewerStore, isOpen }: MatchesParts): void {
  mountCall(calls, matchFollows, async ({ viewer }) => {
    if (!(await isOpen())) return { teams: [], competitions: [] }
    const { team, competition } = await viewerStore.followed(viewer.id)
    const [teams, competitions] = await Promise.all([
      sportsStore.teams([...team]),
      competition.size === 0 ? [] : sportsStore.competitions([...competition]),
    ])
    return {
      teams: teams.map((one) => teamCard(one, team)).toSorted((a, b) => byName.compare(a.name, b.name)),
      competitions: competitions
        .map((one) => competitionCard(one, competition))
        .toSorted((a, b) => byName.compare(a.name, b.name)),
    }
  })
}
