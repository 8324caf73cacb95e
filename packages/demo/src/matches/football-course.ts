import { otherSide, type DemoMatch, type DemoSide } from './demo-competition.ts'
import { footballPlays, halfSec, type FootballPlays, type Half, type Play } from './football-plays.ts'
import {
  statisticsTimes,
  type DemoEvent,
  type DemoLineup,
  type DemoStatistics,
  type MatchCourse,
} from './match-course.ts'
import { coachOf } from './squads.ts'

/** A football match as a feed tells it. */
export function footballCourse(match: DemoMatch): MatchCourse {
  const all = footballPlays(match)
  const [first] = all.halves
  return {
    match,
    lineups: (['home', 'away'] as const).map((side) => lineupOf(match, side, all)),
    events: eventsOf(all),
    chances: all.plays.flatMap(({ kind, side, player, wallMs }) =>
      kind === 'saved' || kind === 'wide' || kind === 'blocked' ? [{ kind, side, player, wallMs }] : [],
    ),
    statisticsMs: statisticsTimes(first.startMs, all.finalMs),
    statisticsAt: (untilMs) => statisticsOf(all, untilMs),
    endMs: all.finalMs,
  }
}

function lineupOf(match: DemoMatch, side: DemoSide, { elevens }: FootballPlays): DemoLineup {
  const { formation, starters, bench } = elevens[side]
  const captain = starters.findLast(({ position }) => position === '中场')
  return {
    side,
    formation,
    coach: coachOf(match[side].slug),
    players: [...starters, ...bench].map((player) => ({
      name: player.name,
      number: player.number,
      position: player.position,
      starts: starters.includes(player),
      captain: player === captain,
    })),
  }
}

function eventsOf({ halves, plays, substitutions, finalMs }: FootballPlays): DemoEvent[] {
  const events: DemoEvent[] = [
    ...halves.flatMap(periodEvents),
    ...plays.flatMap((play) => eventOf(play) ?? []),
    ...substitutions.map(({ side, atSec, wallMs, off, on }): DemoEvent => ({
      type: 'incident',
      kind: 'substitution',
      id: `sub-${side}-${atSec}`,
      period: 'h2',
      atSec,
      wallMs,
      side,
      player: off.name,
      other: on.name,
    })),
    { type: 'final', id: 'final', wallMs: finalMs },
  ]
  return events.toSorted((one, other) => one.wallMs - other.wallMs)
}

function periodEvents({ key, startMs, endMs, added }: Half): DemoEvent[] {
  return [
    { type: 'start', id: `start-${key}`, period: key, atSec: 0, wallMs: startMs },
    {
      type: 'incident',
      kind: 'added-time',
      id: `added-${key}`,
      period: key,
      atSec: halfSec - 20,
      wallMs: startMs + (halfSec - 20) * 1000,
      text: `补时 ${added} 分钟`,
    },
    { type: 'end', id: `end-${key}`, period: key, atSec: (endMs - startMs) / 1000, wallMs: endMs },
  ]
}

/** The event of a play; null for what feeds do not tell. */
function eventOf({ kind, side, period, atSec, wallMs, player, assist, card }: Play): DemoEvent | null {
  const common = { id: `${period}-${atSec}`, period, atSec, wallMs }
  if (kind === 'card' && card !== null)
    return { ...common, type: 'incident', kind: card, side: otherSide(side), player }
  if (kind === 'own-goal') return { ...common, type: 'tally', kind, side: otherSide(side), player }
  if (kind === 'goal' || kind === 'penalty' || kind === 'penalty-missed')
    return { ...common, type: 'tally', kind, side, player, assist }
  return null
}

/** What counts as a shot, and as one on target, of the attacking side. */
const shots: readonly Play['kind'][] = ['goal', 'penalty', 'penalty-missed', 'saved', 'wide', 'blocked']
const onTarget: readonly Play['kind'][] = ['goal', 'penalty', 'saved']

function statisticsOf({ plays, possession }: FootballPlays, untilMs: number): DemoStatistics {
  const past = plays.filter(({ wallMs }) => wallMs <= untilMs)
  const count = (side: DemoSide, isCounted: (play: Play) => boolean): number =>
    past.filter((play) => play.side === side && isCounted(play)).length
  const both = (isCounted: (play: Play) => boolean) => ({
    home: count('home', isCounted),
    away: count('away', isCounted),
  })
  // A foul is one of the side that does not attack.
  const against = (isCounted: (play: Play) => boolean) => ({
    home: count('away', isCounted),
    away: count('home', isCounted),
  })
  return [
    { key: 'possession', home: possession, away: 100 - possession },
    { key: 'shots', ...both(({ kind }) => shots.includes(kind)) },
    { key: 'on-target', ...both(({ kind }) => onTarget.includes(kind)) },
    { key: 'corners', ...both(({ kind }) => kind === 'corner') },
    { key: 'fouls', ...against(({ kind }) => kind === 'foul' || kind === 'card' || kind.startsWith('penalty')) },
    { key: 'offsides', ...both(({ kind }) => kind === 'offside') },
    { key: 'yellows', ...against(({ card }) => card === 'yellow' || card === 'second-yellow') },
    { key: 'reds', ...against(({ card }) => card === 'red' || card === 'second-yellow') },
    { key: 'saves', ...against(({ kind }) => kind === 'saved') },
  ]
}
