import { crowdViewers, type DemoViewer } from '../../programme/comments/viewers.ts'
import { deck } from '../../programme/comments/comments.ts'
import { pickOf } from '../../programme/danmaku/danmaku.ts'
import { seededRandom, type SeededRandom } from '../../seeded-random.ts'
import type { DemoMatch, DemoSide } from '../demo-competition.ts'
import { answerLines, commentLines } from './comment-lines.ts'
import { fillerOf, homeSupport, interestOf } from './match-danmaku.ts'
import type { MatchView, Moment } from './match-moments.ts'

interface MatchComment {
  by: DemoViewer
  text: string
  /** Unix milliseconds. */
  atMs: number
  likedBy: readonly DemoViewer[]
}

export interface MatchThread extends MatchComment {
  /** Oldest first. */
  answers: readonly MatchComment[]
}

/** A vote for a side. */
export interface MatchVote {
  by: DemoViewer
  side: DemoSide
  atMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Comments and votes begin so long before the start. */
const beforeMs = 20 * hourMs
/** The last comments are written so long after the end. */
const afterMs = 3 * hourMs

interface Idea {
  atMs: number
  lines: readonly string[]
  side: DemoSide | null
  player: string
  times: number
}

/** A moment that is likelier the closer it is to the beginning of a span. */
const soonAfter = (random: SeededRandom, fromMs: number, spanMs: number): number =>
  Math.round(fromMs + minuteMs + random.next() ** 2.5 * spanMs)

const supporter = (random: SeededRandom, match: DemoMatch): DemoSide =>
  random.next() < homeSupport(match) ? 'home' : 'away'

const goals: ReadonlySet<string> = new Set(['goal', 'penalty'])

/** Who scored more than one goal. */
function bestScorer(moments: readonly Moment[]): { player: string; side: DemoSide; times: number } | null {
  const byPlayer = Map.groupBy(
    moments.filter(({ kind }) => goals.has(kind)),
    ({ player }) => player,
  )
  const [best] = [...byPlayer.values()].toSorted((one, other) => other.length - one.length)
  const [first] = best ?? []
  return first?.side && best && best.length > 1 ? { player: first.player, side: first.side, times: best.length } : null
}

function ideasDuring({ moments }: MatchView, random: SeededRandom): Idea[] {
  return moments.flatMap((moment): Idea[] => {
    const { kind, side, player, atMs } = moment
    const idea = { atMs: atMs + Math.round((1 + random.next() * 3) * minuteMs), side, player, times: 0 }
    if (goals.has(kind) && side !== null)
      return [
        { ...idea, lines: commentLines.goal },
        ...(random.next() < 0.4 ? [{ ...idea, atMs: idea.atMs + 20_000, lines: commentLines.against }] : []),
      ]
    if (kind === 'red') return [{ ...idea, lines: commentLines.red }]
    return kind === 'half' ? [{ ...idea, lines: commentLines.half }] : []
  })
}

function ideasAfter({ match, moments, endMs, stateAt }: MatchView, random: SeededRandom): Idea[] {
  const { leader } = stateAt(endMs)
  const best = bestScorer(moments)
  const count = Math.round(6 * interestOf(match))
  const about = (): Idea => {
    const atMs = soonAfter(random, endMs, afterMs)
    const side = supporter(random, match)
    const base = { atMs, side, player: '', times: 0 }
    const share = random.next()
    if (share < 0.2) return { ...base, lines: commentLines.neutral }
    if (share < 0.34 && best) return { ...base, ...best, lines: commentLines.scorer }
    if (leader === null) return { ...base, lines: commentLines.draw }
    return { ...base, lines: side === leader ? commentLines.winner : commentLines.loser }
  }
  return Array.from({ length: count }, about)
}

function ideasBefore({ match, startMs }: MatchView, random: SeededRandom): Idea[] {
  const count = Math.round(5 * interestOf(match))
  return Array.from({ length: count }, (): Idea => {
    const ago = minuteMs * 10 + random.next() ** 2 * (beforeMs - minuteMs * 10)
    return {
      atMs: Math.round(startMs - ago),
      lines: commentLines.hope,
      side: supporter(random, match),
      player: '',
      times: 0,
    }
  })
}

/** Different viewers. */
function viewersOf(random: SeededRandom): (count: number) => DemoViewer[] {
  return (count) => {
    const left = [...crowdViewers]
    return Array.from({ length: count }, () => left.splice(Math.floor(random.next() * left.length), 1)[0] ?? '')
  }
}

function textOf({ match, stateAt }: MatchView, { lines, times, ...about }: Idea, random: SeededRandom): string | null {
  const filled = fillerOf(
    match,
    stateAt(about.atMs),
    about,
  )(
    pickOf(lines, random)
      .replaceAll('{赛事}', match.competition.name)
      .replaceAll('{轮}', String(match.round))
      .replaceAll('{次}', String(times)),
  )
  return filled
}

/** The comments under a match in the order of time: before it, during it, after it. The same every time. */
export function threadsOfMatch(view: MatchView): MatchThread[] {
  const random = seededRandom(`comments ${view.match.id}`)
  const viewers = viewersOf(random)
  const seen = new Set<string>()
  const ideas = [...ideasBefore(view, random), ...ideasDuring(view, random), ...ideasAfter(view, random)]
  return ideas
    .toSorted((one, other) => one.atMs - other.atMs)
    .flatMap((idea): MatchThread[] => {
      const text = textOf(view, idea, random)
      if (text === null || seen.has(text)) return []
      seen.add(text)
      const popularity = random.next() ** 2.5
      const [by = '', ...answering] = viewers(1 + Math.round(popularity * 3))
      const likes = (most: number): DemoViewer[] => viewers(Math.round(most * popularity)).filter((each) => each !== by)
      const reply = deck(answerLines, random)
      let atMs = idea.atMs
      const answers = answering.map((viewer): MatchComment => {
        atMs += Math.round((0.7 + random.next() * 4) * minuteMs)
        const likedBy = likes(5).filter((each) => each !== viewer)
        return { by: viewer, text: reply(), atMs, likedBy }
      })
      return [{ by, text, atMs: idea.atMs, likedBy: likes(34), answers }]
    })
}

/** The votes of a match in the order of time: most shortly before the start, none after the end. */
export function votesOfMatch({ match, startMs, endMs }: Pick<MatchView, 'match' | 'startMs' | 'endMs'>): MatchVote[] {
  const random = seededRandom(`votes ${match.id}`)
  const share = 0.5 * interestOf(match)
  return crowdViewers
    .flatMap((by): MatchVote[] => {
      const [votes, chance, later] = [random.next() < share, random.next(), random.next()]
      const atMs = later < 0.55 ? startMs - chance ** 3 * beforeMs : startMs + chance * (endMs - startMs)
      return votes ? [{ by, side: supporter(random, match), atMs: Math.round(atMs) }] : []
    })
    .toSorted((one, other) => one.atMs - other.atMs)
}
