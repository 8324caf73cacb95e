import type { StandingsRules } from '@yunmu/contract'

export type DemoSport = 'football' | 'basketball'

export interface DemoTeam {
  /** Permanent id: the same slug is the same team. */
  slug: string
  name: string
  short: string
  city: string
  venue: string
  colour: string
  colour2: string
  /** −1 (weak) to 1 (strong). */
  strength: number
}

export interface DemoCompetition {
  /** Permanent id. */
  slug: string
  sport: DemoSport
  name: string
  short: string
  teams: readonly DemoTeam[]
  /** The number of the season that is called the first. */
  firstSeason: number
  rules: typeof StandingsRules._zod.input
  /** Kick-offs of a round, minutes from midnight in China, on as many days as there are lists. */
  roundDays: readonly (readonly number[])[]
}

/** A match of the season. */
export interface DemoMatch {
  /** Permanent id. */
  id: string
  competition: DemoCompetition
  /** Number of the season, growing. */
  season: number
  /** From 1. */
  round: number
  home: DemoTeam
  away: DemoTeam
  kickoffSec: number
}

export type DemoSide = 'home' | 'away'

export const otherSide = (side: DemoSide): DemoSide => (side === 'home' ? 'away' : 'home')
