import type { FeedLineInput } from '@yunmu/contract'
import { basketballCourse } from './basketball-course.ts'
import { demoCompetitions } from './competitions.ts'
import type { DemoCompetition, DemoMatch } from './demo-competition.ts'
import { footballCourse } from './football-course.ts'
import type { DemoEvent, MatchCourse } from './match-course.ts'
import { playersOf } from './squads.ts'

/** The competitions as lines of a feed. Ids do not change, so that a line that is fed again changes nothing. */

const courses = { football: footballCourse, basketball: basketballCourse } as const

/** What happens in a match. */
export const courseOf = (match: DemoMatch): MatchCourse => courses[match.competition.sport](match)

const seasonId = ({ slug }: DemoCompetition, season: number): string => `${slug}-${season}`
const stageId = (competition: DemoCompetition, season: number): string => `${seasonId(competition, season)}-league`
const venueId = (team: string): string => `${team}-venue`

/** Competitions, venues, teams and players. */
export function teamLines(): FeedLineInput[] {
  return demoCompetitions.flatMap(({ slug, sport, name, short, teams }): FeedLineInput[] => [
    { record: 'competition', id: slug, sport, name, short },
    ...teams.flatMap((team): FeedLineInput[] => [
      { record: 'venue', id: venueId(team.slug), name: team.venue, city: team.city },
      {
        record: 'team',
        id: team.slug,
        sport,
        name: team.name,
        short: team.short,
        colour: team.colour,
        colour2: team.colour2,
        venue: venueId(team.slug),
      },
      ...playersOf(team.slug).map(({ id, ...player }): FeedLineInput => ({
        record: 'player',
        id,
        team: team.slug,
        ...player,
      })),
    ]),
  ])
}

/** The seasons of matches, with their tables, and the matches. */
export function fixtureLines(matches: readonly DemoMatch[]): FeedLineInput[] {
  const seasons = new Map(matches.map((match) => [stageId(match.competition, match.season), match]))
  return [
    ...[...seasons.values()].flatMap(({ competition, season }): FeedLineInput[] => [
      {
        record: 'season',
        id: seasonId(competition, season),
        competition: competition.slug,
        name: `第 ${season - competition.firstSeason + 1} 赛季`,
        order: season,
      },
      {
        record: 'stage',
        id: stageId(competition, season),
        season: seasonId(competition, season),
        name: '联赛',
        rules: competition.rules,
      },
    ]),
    ...matches.map(({ id, competition, season, round, home, away, kickoffSec }): FeedLineInput => ({
      record: 'match',
      id,
      competition: competition.slug,
      season: seasonId(competition, season),
      stage: stageId(competition, season),
      round: `第 ${round} 轮`,
      home: home.slug,
      away: away.slug,
      kickoff: kickoffSec,
      venue: venueId(home.slug),
    })),
  ]
}

const commentators = ['陆远舟', '黎少棠', '周北辰', '许闻笛'] as const

/** The streams of the football matches among these: all are on one channel. @param channel its id */
export const streamLines = (matches: readonly DemoMatch[], channel: number): FeedLineInput[] =>
  matches
    .filter(({ competition }) => competition.sport === 'football')
    .map(({ id, round }, at) => ({
      record: 'streams',
      match: id,
      streams: [
        { name: '国语解说', anchor: commentators[(round + at) % commentators.length] ?? '', channel, plate: true },
      ],
    }))

/** Line-ups are told so long before the start. */
const lineupLeadMs = 40 * 60_000

interface Span {
  /** Exclusive, Unix milliseconds. */
  afterMs: number
  /** Inclusive. */
  untilMs: number
}

/** What a feed tells of a match in a span of time, in the order of time: line-ups, events, statistics. */
export function courseLines(course: MatchCourse, { afterMs, untilMs }: Span): FeedLineInput[] {
  const { match, lineups, events, statisticsMs, statisticsAt } = course
  const isDue = (atMs: number): boolean => atMs > afterMs && atMs <= untilMs
  const lineupMs = match.kickoffSec * 1000 - lineupLeadMs
  const due = newestVersions(events.filter(({ wallMs }) => isDue(wallMs)))
  const statistics = statisticsMs.findLastIndex(isDue)
  return [
    ...(isDue(lineupMs)
      ? lineups.map((lineup): FeedLineInput => ({ record: 'lineup', match: match.id, ...lineup }))
      : []),
    ...due.map((event): FeedLineInput => ({ record: 'event', match: match.id, event })),
    ...(statistics === -1
      ? []
      : [
          {
            record: 'statistics' as const,
            match: match.id,
            seq: statistics + 1,
            values: statisticsAt(statisticsMs[statistics] ?? untilMs),
          },
        ]),
  ]
}

/** Of each event the version that counts. */
function newestVersions(events: readonly DemoEvent[]): DemoEvent[] {
  const newest = new Map(events.map((event) => [event.id, event]))
  return events.filter((event) => newest.get(event.id) === event)
}
