import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filmFile } from '../../films/render-film.ts'
import type { DemoMatch } from '../demo-competition.ts'
import { footballPlays, isGoal, scoreAt } from '../football-plays.ts'
import { matchesOfDay } from '../season.ts'
import { ballAt, ballPath, directionOf } from './ball-path.ts'
import { frame } from './camera.ts'
import { plateAt } from './captions.ts'
import { kitsOf, pictureOf } from './draw-match.ts'
import { broadcastAt, broadcastsOfDay } from './match-channel.ts'
import { castOf } from './players-at.ts'
import { matchHeight, renderMatch } from './render-match.ts'

const footballOf = (day: number): DemoMatch[] =>
  matchesOfDay(day).filter(({ competition }) => competition.sport === 'football')
const days = fc.integer({ min: 20_000, max: 24_000 })
const someMatch = days.chain((day) => fc.constantFrom(...footballOf(day)))

test('[H01] the ball is in the right goal at the second of every goal that is told, and the plate counts it then', () => {
  fc.assert(
    fc.property(someMatch, (match) => {
      const path = ballPath(match)
      for (const play of footballPlays(match).plays.filter(isGoal)) {
        const ball = ballAt(path, play.wallMs / 1000 - match.kickoffSec)
        expect(ball.x * directionOf(play.side, play.period)).toBeCloseTo(52.6, 1)
        expect(Math.abs(ball.y)).toBeLessThan(3.66)
        const { plays } = path.all
        expect(plateAt(path.all, play.wallMs)).toMatchObject(scoreAt(plays, play.wallMs))
        expect(scoreAt(plays, play.wallMs - 1)[play.side]).toBe(scoreAt(plays, play.wallMs)[play.side] - 1)
      }
    }),
    { numRuns: 60 },
  )
})

test('outside of goals that are told, the ball is never in a goal', () => {
  fc.assert(
    fc.property(someMatch, (match) => {
      const path = ballPath(match)
      const goals = path.all.plays.filter(isGoal).map(({ wallMs }) => wallMs / 1000 - match.kickoffSec)
      const endSec = path.all.finalMs / 1000 - match.kickoffSec
      for (let atSec = 0; atSec < endSec; atSec += 0.25) {
        const { x, y, z } = ballAt(path, atSec)
        if (Math.abs(x) <= 52.5 || Math.abs(y) >= 3.66 || z > 2.44) continue
        expect(goals.some((goal) => atSec > goal - 0.5 && atSec < goal + 30)).toBe(true)
      }
    }),
    { numRuns: 20 },
  )
})

test('players stay on the pitch, run at the speed of people, and are eleven on each side before anybody is sent off', () => {
  fc.assert(
    fc.property(someMatch, fc.integer({ min: 60, max: 2500 }), (match, atSec) => {
      const cast = castOf(ballPath(match), match.kickoffSec)
      const [now, later] = [cast.at(atSec), cast.at(atSec + 0.5)]
      if (!footballPlays(match).plays.some(({ card }) => card === 'red' || card === 'second-yellow'))
        expect(now.filter(({ side }) => side === 'home')).toHaveLength(11)
      for (const [at, { x, y, side }] of now.entries()) {
        expect(Math.abs(x)).toBeLessThan(58)
        expect(Math.abs(y)).toBeLessThan(40)
        const then = later[at]
        // The fastest turns of play make a player run through the picture a little faster than anybody can.
        if (then?.side === side) expect(Math.hypot(then.x - x, then.y - y) / 0.5).toBeLessThan(32)
      }
    }),
    { numRuns: 60 },
  )
})

test('the broadcasts of a day follow each other without gaps and cover every match', () => {
  fc.assert(
    fc.property(days, (day) => {
      const all = broadcastsOfDay(day)
      for (const [at, { match, startMs, endMs }] of all.entries()) {
        expect(startMs).toBeLessThan(match.kickoffSec * 1000)
        expect(endMs).toBeGreaterThan(footballPlays(match).finalMs)
        if (at > 0) expect(startMs).toBe(all[at - 1]?.endMs)
        expect(broadcastAt(startMs)?.match.id).toBe(match.id)
      }
    }),
    { numRuns: 30 },
  )
})

test('kits differ from each other', () => {
  for (let day = 20_748; day < 20_824; day++)
    for (const match of footballOf(day)) {
      const { home, away } = kitsOf(match)
      expect(home.shirt).not.toBe(away.shirt)
    }
})

test('[H01] a frame is drawn at any moment, and a goal changes it', async () => {
  const [match] = footballOf(20_785)
  const goal = match && footballPlays(match).plays.find(isGoal)
  if (!match || !goal) throw new Error('the match has no goal')
  const picture = await pictureOf(match)
  const at = async (ms: number): Promise<Buffer> => Buffer.from((await picture.frameAt(ms)).pixels)
  for (const ms of [match.kickoffSec * 1000 - 60_000, goal.wallMs - 1000, footballPlays(match).finalMs + 100_000])
    expect(await at(ms)).toHaveLength(frame.width * frame.height * 3)
  expect((await at(goal.wallMs - 50)).equals(await at(goal.wallMs))).toBe(false)
  expect((await at(goal.wallMs)).equals(await at(goal.wallMs))).toBe(true)
})

test('[H01] a film of the channel has its segments to the millisecond, across the end of a match too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'match-film-'))
  try {
    const [first] = broadcastsOfDay(20_785)
    await renderMatch({ fromMs: (first?.endMs ?? 0) - 4000, segments: 2 }, folder)
    const fields = ['-show_entries', 'stream=codec_name,height,nb_frames,duration', '-of', 'json']
    const program = process.env.FFPROBE_PATH || 'ffprobe'
    const { stdout } = await promisify(execFile)(program, ['-v', 'error', ...fields, filmFile(folder)])
    const { streams } = JSON.parse(stdout)
    expect(streams).toMatchObject([
      { codec_name: 'h264', height: matchHeight, nb_frames: '192', duration: '9.600000' },
      { codec_name: 'aac', duration: '9.600000' },
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
