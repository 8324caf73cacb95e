import type { Channel, Match, MatchTeam } from '@yunmu/contract'
import { liveUrl, matchUrl } from '@yunmu/urls'
import type { SubjectKind } from '../platform/subjects.ts'

/** A channel; only its id and name are required. */
export function aChannel(given: Pick<Channel, 'id' | 'name'> & Partial<Channel>): Omit<Channel, 'follow'> {
  return {
    number: given.id,
    types: 'tv',
    group: '卫视',
    overseas: false,
    img: '',
    locked: false,
    now: null,
    next: null,
    streams: [],
    online: 0,
    crowd: 0,
    ...given,
  }
}

/** A team of a match; only its id and name are required. */
export const aTeam = (given: Pick<MatchTeam, 'id' | 'name'> & Partial<MatchTeam>): MatchTeam => ({
  img: '',
  short: '',
  colour: '',
  ...given,
})

/** A match; only its id is required. */
export function aMatch(given: Pick<Match, 'id'> & Partial<Match>): Omit<Match, 'subscribed'> {
  return {
    sport: 'football',
    competitionId: 1,
    league: '环海联赛',
    leagueImg: '',
    round: '',
    state: 'upcoming',
    status: 'scheduled',
    start: 1_800_000_000,
    score: null,
    minute: null,
    period: null,
    breakLabel: null,
    periodKey: null,
    clock: null,
    periods: [],
    shootout: null,
    winner: null,
    home: aTeam({ id: 1, name: '江海港务' }),
    away: aTeam({ id: 2, name: '北屿远航' }),
    venue: '',
    streams: [],
    open: false,
    online: 0,
    replayId: null,
    highlightsId: null,
    ...given,
  }
}

const found = <Thing extends { id: number }>(things: readonly Thing[], ids: readonly number[]): Thing[] =>
  ids.flatMap((id) => things.filter((thing) => thing.id === id))

/** Subject kinds that know only these channels and matches. */
export const knowsLive = (
  channels: readonly Omit<Channel, 'follow'>[],
  matches: readonly Omit<Match, 'subscribed'>[],
): SubjectKind[] => [channelsOf(channels), matchesOf(matches)]

function channelsOf(channels: readonly Omit<Channel, 'follow'>[]): SubjectKind<'live'> {
  const isVisible = (id: number): boolean => channels.some((channel) => channel.id === id)
  return {
    kind: 'live',
    findVisible: async (ids) => new Map(found(channels, ids).map(({ id, name }) => [id, { name }])),
    isVisible: async (id) => isVisible(id),
    cards: async (ids) => found(channels, ids),
    summaries: async (ids) =>
      new Map(found(channels, ids).map(({ id, types, name, img }) => [id, { pidId: 0, types, name, img }])),
    timelineOf: async ({ id }) => (isVisible(id) ? { retentionSec: null } : 'NoSuchChannel'),
    retentionSec: async () => null,
    urlOf: ({ id, streamId }, { types }) => liveUrl({ types, stream: streamId, id }),
  }
}

function matchesOf(matches: readonly Omit<Match, 'subscribed'>[]): SubjectKind<'match'> {
  const isVisible = (id: number): boolean => matches.some((match) => match.id === id)
  const named = (ids: readonly number[]) =>
    found(matches, ids).map(({ id, home, away }) => ({ id, name: `${home.name} ${away.name}` }))
  return {
    kind: 'match',
    findVisible: async (ids) => new Map(named(ids).map(({ id, name }) => [id, { name }])),
    isVisible: async (id) => isVisible(id),
    cards: async (ids) => found(matches, ids),
    summaries: async (ids) => new Map(named(ids).map(({ id, name }) => [id, { pidId: 0, types: '', name, img: '' }])),
    timelineOf: async ({ id }) => (isVisible(id) ? { retentionSec: null } : 'NoSuchMatch'),
    urlOf: ({ id, streamId }) => matchUrl({ id, stream: streamId }),
  }
}
