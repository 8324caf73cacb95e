import { type FeedLineInput, isCalendarDay, SportKey, sports } from '@yunmu/contract'
import { dayStartSec } from '@yunmu/contract/china-time'
import { feedTexts, idOfWords } from './feed-input.ts'

/** A fixture as people write it: everything by name. */
export interface Fixture {
  /** The source's id; empty for one made of the names. */
  id: string
  /** 0: the file has no versions. */
  seq: number
  /** Key or Chinese name of a sport. */
  sport: string
  competition: string
  season: string
  round: string
  group: string
  home: string
  away: string
  kickoff: number
  venue: string
  /** `none`: the match has no result, also if it had one; null: the file does not say. */
  score: { home: number; away: number } | 'none' | null
  /** Null: the file does not say. */
  isCancelled: boolean | null
}

/** Ids that feeds of the same source hardly use. */
const eventIds = { score: 'file/result', final: 'file/final', status: 'file/status' } as const

/** The sport of a key or Chinese name; null if there is none. */
export function sportOfWord(word: string): SportKey | null {
  const key = SportKey.safeParse(word.trim().toLowerCase())
  if (key.success) return key.data
  return SportKey.options.find((option) => sports[option].label === word.trim()) ?? null
}

/** Unix seconds of ISO 8601 with an offset, or of `2026-11-21 19:35` in China; null if it is neither. */
export function parseKickoff(text: string): number | null {
  const trimmed = text.trim()
  const [, day, hours, minutes, seconds = '0'] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2})[:：](\d{2})(?::(\d{2}))?$/.exec(trimmed) ?? []
  if (day !== undefined) {
    const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
    if (!isCalendarDay(day) || hour > 23 || minute > 59 || second > 59) return null
    return dayStartSec(day) + hour * 3600 + minute * 60 + second
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed)) return null
  // `Date.parse` takes 30 February for 2 March.
  const ms = isCalendarDay(trimmed.slice(0, 10)) ? Date.parse(trimmed) : Number.NaN
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000)
}

/** What a file tells of the course of a match. What it no longer tells is retracted. */
function eventsOf({
  kickoff,
  seq,
  score,
  isCancelled,
}: Fixture): Extract<FeedLineInput, { record: 'event' }>['event'][] {
  const common = { seq, wallMs: kickoff * 1000 }
  const retracted = score === 'none'
  const points = score === 'none' || score === null ? { home: 0, away: 0 } : score
  const result = [
    { type: 'score' as const, id: eventIds.score, ...common, ...points, retracted },
    { type: 'final' as const, id: eventIds.final, ...common, retracted },
  ]
  const status = { type: 'status' as const, id: eventIds.status, ...common }
  return [
    ...(score === null ? [] : result),
    ...(isCancelled === null
      ? []
      : [
          isCancelled
            ? { ...status, status: 'cancelled' as const }
            : seq > 0
              ? { ...status, status: 'scheduled' as const }
              : { ...status, status: 'cancelled' as const, retracted: true },
        ]),
  ]
}

/** The records of a fixture: what it names, the match, and its result. */
export function recordsOf(fixture: Fixture): FeedLineInput[] | { problem: string } {
  const sport = sportOfWord(fixture.sport)
  if (sport === null) return { problem: feedTexts.unknownSport(fixture.sport) }
  const { competition, season, venue, home, away, kickoff, round, group, seq } = fixture
  // With the sport: competitions of the same name in two sports differ.
  const competitionId = idOfWords(`${sport}/${competition}`)
  const seasonId = season === '' ? null : idOfWords(`${sport}/${competition}/${season}`)
  const venueId = venue === '' ? null : idOfWords(venue)
  const teamId = (name: string): string => idOfWords(`${sport}/${name}`)
  const id = idOfWords(fixture.id === '' ? [sport, competition, season, round, home, away].join('/') : fixture.id)
  const records: FeedLineInput[] = [
    { record: 'competition', id: competitionId, sport, name: competition },
    ...(seasonId === null
      ? []
      : [{ record: 'season' as const, id: seasonId, competition: competitionId, name: season }]),
    ...(venueId === null ? [] : [{ record: 'venue' as const, id: venueId, name: venue }]),
    ...[home, away].map((name) => ({ record: 'team' as const, id: teamId(name), sport, name })),
    {
      record: 'match',
      id,
      seq,
      competition: competitionId,
      season: seasonId,
      round,
      group,
      home: teamId(home),
      away: teamId(away),
      kickoff,
      venue: venueId,
    },
    ...eventsOf(fixture).map((event) => ({ record: 'event' as const, match: id, event })),
  ]
  return records
}
