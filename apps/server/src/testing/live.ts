import type { Channel, Match } from '@yunmu/contract'
import type { LiveKnown } from '../station-live.ts'

/** A channel that needs nothing but a number and a name. */
export function aChannel(given: Pick<Channel, 'id' | 'name'> & Partial<Channel>): Omit<Channel, 'follow'> {
  return {
    number: given.id,
    types: 'tv',
    group: '卫视',
    overseas: false,
    img: '',
    now: null,
    next: null,
    streams: [],
    online: 0,
    ...given,
  }
}

/** A match that needs nothing but a number. */
export function aMatch(given: Pick<Match, 'id'> & Partial<Match>): Omit<Match, 'subscribed'> {
  return {
    league: '环海联赛',
    leagueImg: '',
    state: 'upcoming',
    start: 1_800_000_000,
    score: null,
    minute: null,
    home: {
      id: 1,
      name: '江海港务',
      img: '',
    },
    away: {
      id: 2,
      name: '北屿远航',
      img: '',
    },
    streams: [],
    online: 0,
    replayId: null,
    ...given,
  }
}

const found = <Thing extends { id: number }>(things: readonly Thing[], ids: readonly number[]): Thing[] =>
  ids.flatMap((id) => things.filter((thing) => thing.id === id))

/** Knows these channels and matches and no others. */
export const knowsLive = (
  channels: readonly Omit<Channel, 'follow'>[],
  matches: readonly Omit<Match, 'subscribed'>[],
): LiveKnown => ({
  channels: {
    findVisible: async (ids) => new Map(found(channels, ids).map(({ id, name }) => [id, { name }])),
    channelsByIds: async (ids) => found(channels, ids),
  },
  matches: {
    findVisible: async (ids) =>
      new Map(found(matches, ids).map(({ id, home, away }) => [id, { name: `${home.name} ${away.name}` }])),
    matchesByIds: async (ids) => found(matches, ids),
  },
})
