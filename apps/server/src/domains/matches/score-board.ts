import { type PeriodScore, type Score, type Side, type SportKey, type SportPeriod, sports } from '@yunmu/contract'

export const leaderOf = ([home, away]: Score): Side | null => (home === away ? null : home > away ? 'home' : 'away')

export const addScores = (one: Score, other: Score): Score => [one[0] + other[0], one[1] + other[1]]

/** Counts while events pass in the order of play. */
export class ScoreBoard {
  readonly #scores = new Map<string, Score>()
  readonly #ended = new Set<string>()
  readonly #sport
  #last: SportPeriod | null = null

  constructor(sport: SportKey) {
    this.#sport = sports[sport]
  }

  /** The last period that was played in. */
  get last(): SportPeriod | null {
    return this.#last
  }

  get periods(): PeriodScore[] {
    return this.#played(false).map(({ key, label }) => ({ key, label, score: this.scoreIn(key) }))
  }

  get shootout(): Score | null {
    const [period] = this.#played(true)
    return period ? this.scoreIn(period.key) : null
  }

  isEnded(key: string): boolean {
    return this.#ended.has(key)
  }

  scoreIn(key: string): Score {
    return this.#scores.get(key) ?? [0, 0]
  }

  /** Enters a period, which ends those before it. */
  play(period: SportPeriod): void {
    if (this.#last && this.#last !== period) this.#ended.add(this.#last.key)
    this.#last = period
    if (!this.#scores.has(period.key)) this.#scores.set(period.key, [0, 0])
  }

  end(key: string): void {
    this.#ended.add(key)
  }

  set(key: string, score: Score): void {
    this.#scores.set(key, score)
  }

  /** The sum of all points, or the number of periods won. */
  total(): Score {
    const played = this.#played(false)
    if (this.#sport.scoring === 'points')
      return played.reduce((all, { key }) => addScores(all, this.scoreIn(key)), [0, 0])
    const won = played.filter(({ key }) => this.#ended.has(key)).map(({ key }) => leaderOf(this.scoreIn(key)))
    const count = (side: Side): number => won.filter((winner) => winner === side).length
    return [count('home'), count('away')]
  }

  #played(isShootout: boolean): SportPeriod[] {
    return this.#sport.periods.filter(({ key, kind }) => this.#scores.has(key) && (kind === 'shootout') === isShootout)
  }
}
