import { chinaDayNumber } from '@yunmu/contract/china-time'
import { expect, test } from 'vitest'
import { demoViewers } from '../../programme/comments/viewers.ts'
import { screenMs } from '../../programme/danmaku/danmaku.ts'
import type { DemoMatch } from '../demo-competition.ts'
import { courseOf } from '../feed-lines.ts'
import { matchesOfDay } from '../season.ts'
import { playersOf } from '../squads.ts'
import { basketballPlayLines } from './basketball-lines.ts'
import { footballPlayLines } from './football-lines.ts'
import { viewOf } from './match-moments.ts'
import { roomCrowdOf, roomOf } from './match-room.ts'

/** Some days of both leagues: goals of all kinds, red cards, draws and routs. */
const firstDay = chinaDayNumber(1_795_000_000)
const matches = Array.from({ length: 8 }, (_, at) => matchesOfDay(firstDay + at)).flat()
const rooms = matches.map((match) => ({
  match,
  course: courseOf(match),
  room: roomOf(match),
  crowdAt: roomCrowdOf(match),
}))

const points: Readonly<Record<string, number>> = { goal: 1, penalty: 1, 'own-goal': 1, two: 2, three: 3, free: 1 }

type Course = ReturnType<typeof courseOf>

/** The score by the events until a moment. */
function scoreAt({ events }: Course, atMs: number): [number, number] {
  const score: [number, number] = [0, 0]
  for (const event of events) {
    if (event.type !== 'tally' || event.wallMs > atMs) continue
    const isHome = (event.side === 'home') !== (event.kind === 'own-goal')
    score[isHome ? 0 : 1] += points[event.kind] ?? 0
  }
  return score
}

const shorts = (match: DemoMatch): string[] => match.competition.teams.map(({ short }) => short)
const playersOfAll = (match: DemoMatch): [string, string][] =>
  match.competition.teams.flatMap(({ slug }) => playersOf(slug).map(({ name }): [string, string] => [name, slug]))
const written = rooms.flatMap(({ match, course, room: { danmaku, threads } }) => {
  const comments = threads.flatMap((thread) => [thread, ...thread.answers])
  return [...danmaku, ...comments].map(({ atMs, text }) => ({ match, course, atMs, text }))
})
const lastBefore = ({ events }: Course, atMs: number, fits: (event: Course['events'][number]) => boolean): number =>
  events.findLast((event) => event.wallMs <= atMs && fits(event))?.wallMs ?? -Infinity

test('[I02] [H01] whoever names a score names the one of that moment', () => {
  const named = written.flatMap(({ course, atMs, text }) =>
    [...text.matchAll(/\d+\s*[:：比]\s*\d+/gu)].map(([score]) => ({
      score,
      right: scoreAt(course, atMs).join(':'),
      text,
    })),
  )
  expect(named.length).toBeGreaterThan(400)
  expect(named.filter(({ score, right }) => score !== right)).toEqual([])
})

test('[I02] [H01] only the two clubs of a match and their players are named', () => {
  const others = new Map(
    matches.map((match) => {
      const own = new Set([match.home.short, match.away.short])
      const teams = new Set([match.home.slug, match.away.slug])
      const names = playersOfAll(match).flatMap(([name, slug]) => (teams.has(slug) ? [] : [name]))
      return [match, [...shorts(match).filter((short) => !own.has(short)), ...names.filter((name) => name.length > 2)]]
    }),
  )
  const wrong = written.filter(({ match, text }) => others.get(match)?.some((name) => text.includes(name)))
  expect(wrong.map(({ text }) => text)).toEqual([])
})

test('[I02] [H01] who is said to lead or to be behind does, and a draw is called one', () => {
  const wrong = written.filter(({ match, course, atMs, text }) => {
    const [home, away] = scoreAt(course, atMs)
    const isWrong = (short: string, leads: boolean, trails: boolean): boolean =>
      (new RegExp(`(?:恭喜${short}|${short}(?:领先|赢了))`, 'u').test(text) && !leads) ||
      (new RegExp(`${short}(?:还有时间|下半场要变阵|虽败犹荣|回去好好练)`, 'u').test(text) && !trails)
    return (
      isWrong(match.home.short, home > away, home < away) ||
      isWrong(match.away.short, away > home, away < home) ||
      (/扳平|平了平了|还是平的|握手言和|平局/u.test(text) && home !== away)
    )
  })
  expect(wrong.map(({ text }) => text)).toEqual([])
})

test('[I02] [H01] goals, cards, half-time and the end are written about after they happened, and soon', () => {
  const about: readonly [RegExp, (event: Course['events'][number]) => boolean][] = [
    [/^(?:进了|球进啦|破门|GOAL|终于破门)/u, (event) => event.type === 'tally'],
    [/扳平|打破僵局|首开纪录|追回一个/u, (event) => event.type === 'tally'],
    [
      /红牌|被罚下|多打一人|少一个人/u,
      (event) => event.type === 'incident' && /^(?:red|second-yellow)$/.test(event.kind),
    ],
    [/黄牌|吃牌/u, (event) => event.type === 'incident' && event.kind === 'yellow'],
    [/点球罚丢|点球没罚进|罚丢点球/u, (event) => event.type === 'tally' && event.kind === 'penalty-missed'],
    [/^补时/u, (event) => event.type === 'incident' && event.kind === 'added-time'],
    [/^终场|^散了散了/u, (event) => event.type === 'final'],
  ]
  for (const [words, fits] of about) {
    const said = rooms.flatMap(({ course, room }) =>
      room.danmaku.filter(({ text }) => words.test(text)).map(({ atMs, text }) => ({ course, atMs, text })),
    )
    expect(said.length, String(words)).toBeGreaterThan(0)
    const wrong = said.filter(({ course, atMs }) => {
      const sinceMs = atMs - lastBefore(course, atMs, fits)
      return sinceMs < 1000 || sinceMs > 60_000
    })
    expect(wrong.map(({ text }) => text)).toEqual([])
  }
  const inPlay = written.filter(
    ({ course, atMs, text }) =>
      /中场了|中场休息|中场聊聊|上半场\d/u.test(text) &&
      lastBefore(course, atMs, (event) => event.type === 'end') <
        lastBefore(course, atMs, (event) => event.type === 'start'),
  )
  expect(inPlay.map(({ text }) => text)).toEqual([])
})

test('[I02] [H01] every goal of a football match is written about more than the rest of it', () => {
  const quiet = rooms.flatMap(({ match, course, room }) => {
    if (match.competition.sport !== 'football') return []
    const { moments, startMs, endMs } = viewOf(course)
    const within = (fromMs: number, untilMs: number): number =>
      room.danmaku.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs).length
    const perMinute = within(startMs, endMs) / ((endMs - startMs) / 60_000)
    return moments.filter(({ kind, atMs }) => kind === 'goal' && within(atMs, atMs + 60_000) < 1.3 * perMinute)
  })
  expect(quiet).toEqual([])
})

test('[I02] danmaku of a match are in order, finished, and none repeats within a screen', () => {
  for (const { match, room } of rooms) {
    const last = new Map<string, number>()
    let before = 0
    const wrong: string[] = []
    expect(room.danmaku.length, match.id).toBeGreaterThan(200)
    expect(room.danmaku.length, match.id).toBeLessThan(1800)
    for (const { atMs, text } of room.danmaku) {
      const repeats = atMs - (last.get(text) ?? -Infinity) <= screenMs
      if (atMs <= before || repeats || /^$|[{}]|undefined/u.test(text) || text.length > 40) wrong.push(text)
      before = atMs
      last.set(text, atMs)
    }
    expect(wrong).toEqual([])
  }
})

test('[I02] what is written about the play of a match is not written again for twelve minutes, in no variation', () => {
  const lines = [...footballPlayLines, ...basketballPlayLines].filter((line) => !line.includes('{'))
  const repeated = rooms.flatMap(({ room }) =>
    lines.filter((line) => {
      const moments = room.danmaku.flatMap(({ atMs, text }) => (text.includes(line) ? [atMs] : []))
      return moments.some((atMs, at) => at > 0 && atMs - (moments[at - 1] ?? 0) < 12 * 60_000)
    }),
  )
  expect(repeated).toEqual([])
})

test('[I03] comments of a match are from before, during and after it, finished and by the programme’s viewers', () => {
  for (const { match, course, room } of rooms) {
    const { startMs, endMs } = viewOf(course)
    const at = room.threads.map(({ atMs }) => atMs)
    expect(at).toEqual(at.toSorted((one, other) => one - other))
    expect(at.filter((ms) => ms < startMs).length, match.id).toBeGreaterThan(1)
    expect(at.filter((ms) => ms > endMs).length, match.id).toBeGreaterThan(0)
    expect(new Set(room.threads.map(({ text }) => text)).size).toBe(room.threads.length)
    for (const thread of room.threads)
      for (const [place, { by, text, atMs, likedBy }] of [thread, ...thread.answers].entries()) {
        expect(text).toMatch(/[。？！]$/u)
        expect(text).not.toMatch(/[{}]|undefined/u)
        expect(demoViewers).toHaveProperty([by])
        expect(likedBy).not.toContain(by)
        expect(new Set(likedBy).size).toBe(likedBy.length)
        if (place > 0) expect(atMs).toBeGreaterThan(thread.atMs)
      }
  }
})

test('[H01] viewers come before a match and leave after it, more than vote, and the better club has more supporters', () => {
  for (const { match, course, room, crowdAt } of rooms) {
    const startMs = match.kickoffSec * 1000
    expect(crowdAt(startMs - 31 * 60_000)).toBe(0)
    expect(crowdAt(startMs - 60_000)).toBeGreaterThan(0)
    expect(crowdAt(course.endMs - 60_000)).toBeGreaterThan(room.votes.length)
    expect(crowdAt(course.endMs + 16 * 60_000)).toBe(0)
    expect(room.votes.length).toBeGreaterThan(30)
    expect(new Set(room.votes.map(({ by }) => by)).size).toBe(room.votes.length)
    for (const { atMs } of room.votes) expect(atMs).toBeLessThanOrEqual(course.endMs)
  }
  const uneven = rooms.filter(({ match: { home, away } }) => Math.abs(home.strength - away.strength) > 0.5)
  const votes = uneven.flatMap(({ match, room }) => {
    const better = match.home.strength > match.away.strength ? 'home' : 'away'
    return room.votes.map(({ side }) => side === better)
  })
  expect(votes.filter(Boolean).length / votes.length).toBeGreaterThan(0.53)
})

test('[I02] the same match has the same room every time, and viewers do not all write the same', () => {
  const [first] = rooms
  expect(first && roomOf(first.match).danmaku).toEqual(first?.room.danmaku)
  const texts = new Set(rooms.flatMap(({ room }) => room.danmaku.map(({ text }) => text)))
  expect(texts.size).toBeGreaterThan(1500)
})
