import { type FeedLineInput, SportKey, sports } from '@yunmu/contract'
import { dayStartSec } from '@yunmu/contract/china-time'
import { feedTexts, idOfWords } from './feed-input.ts'

/** A fixture as people write it: everything by name. */
export interface Fixture {
  /** The source's id; empty for one made of the names. */
  id: string
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
  score: { home: number; away: number } | null
  isCancelled: boolean
}

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
    const startSec = dayStartSec(day)
    const [hour, minute] = [Number(hours), Number(minutes)]
    if (Number.isNaN(startSec) || hour > 23 || minute > 59) return null
    return startSec + hour * 3600 + minute * 60 + Number(seconds)
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed)) return null
  const ms = Date.parse(trimmed)
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000)
}

/** The records of a fixture: what it names, the match, and its result. */
export function recordsOf(fixture: Fixture): FeedLineInput[] | { problem: string } {
  const sport = sportOfWord(fixture.sport)
  if (sport === null) return { problem: feedTexts.unknownSport(fixture.sport) }
  const { competition, season, venue, home, away, kickoff, round, group, seq, score } = fixture
  const competitionId = idOfWords(competition)
  const seasonId = season === '' ? null : idOfWords(`${competition}/${season}`)
  const venueId = venue === '' ? null : idOfWords(venue)
  const teamId = (name: string): string => idOfWords(`${sport}/${name}`)
  const id = idOfWords(fixture.id === '' ? [competition, season, round, home, away].join('/') : fixture.id)
  const wallMs = kickoff * 1000
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
    ...(score === null
      ? []
      : [
          {
            record: 'event' as const,
            match: id,
            event: { type: 'score' as const, id: 'result', seq, wallMs, ...score },
          },
          { record: 'event' as const, match: id, event: { type: 'final' as const, id: 'final', seq, wallMs } },
        ]),
    // Always, so that a match that takes place after all is told so.
    ...(fixture.isCancelled || seq > 0
      ? [
          {
            record: 'event' as const,
            match: id,
            event: {
              type: 'status' as const,
              id: 'status',
              seq,
              wallMs,
              status: fixture.isCancelled ? ('cancelled' as const) : ('scheduled' as const),
            },
          },
        ]
      : []),
  ]
  return records
}
