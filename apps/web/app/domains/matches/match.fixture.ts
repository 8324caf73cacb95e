import type { Match, MatchDetail, TimelineItem } from '@yunmu/contract'

const team = (id: number, name: string): Match['home'] => ({ id, name, img: '', short: '', colour: '#c8281e' })

/** A football match at half past seven in the evening of 21 November 2026 in China that is not played yet. */
export const aMatch = (fields: Partial<Match> = {}): Match => ({
  id: 12,
  sport: 'football',
  competitionId: 4,
  league: '环海联赛',
  leagueImg: '',
  round: '第 12 轮',
  home: team(1, '江海港务'),
  away: team(2, '北屿远航'),
  start: Date.parse('2026-11-21T19:30:00+08:00') / 1000,
  state: 'upcoming',
  status: 'scheduled',
  score: null,
  minute: null,
  period: null,
  breakLabel: null,
  periodKey: null,
  clock: null,
  periods: [],
  shootout: null,
  winner: null,
  venue: '江海体育场',
  streams: [],
  open: false,
  subscribed: false,
  online: 0,
  replayId: null,
  highlightsId: null,
  ...fields,
})

/** A running match with that score. */
export const aRunningMatch = (score: [number, number], fields: Partial<Match> = {}): Match =>
  aMatch({ state: 'live', status: 'live', score, period: '下半场', periodKey: 'h2', ...fields })

export const anItem = (fields: Partial<TimelineItem> & Pick<TimelineItem, 'id'>): TimelineItem => ({
  type: 'tally',
  period: 'h1',
  periodLabel: '上半场',
  atSec: 0,
  minute: 1,
  added: 0,
  wallMs: 0,
  side: 'home',
  kind: 'goal',
  label: '进球',
  points: 1,
  player: '许砚',
  other: '',
  text: '',
  score: [1, 0],
  ...fields,
})

export const aDetail = (match: Match, timeline: TimelineItem[] = []): MatchDetail => ({
  match,
  competition: { id: 4, sport: match.sport, name: '环海联赛', short: '', img: '', followed: false },
  season: null,
  stage: null,
  venue: null,
  standings: { home: null, away: null },
  timeline,
  lineups: { home: null, away: null },
  statistics: [],
  meetings: [],
  related: [],
  votes: { home: 0, away: 0, mine: 'none' },
})
