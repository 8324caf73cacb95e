import { seededRandom } from '../seeded-random.ts'
import { airedCount } from './episodes.ts'
import type { DemoTitle } from './demo-title.ts'
import type { DemoChannel } from './channels/day-plan.ts'
import { inChina } from '@yunmu/contract/china-time'

/** How many invented viewers watch at a moment: functions of the time, so that nothing has to be stored or counted. */

/** Share of the busiest hour, by the hour in China. */
const byHour = [
  0.5, 0.34, 0.22, 0.15, 0.11, 0.11, 0.16, 0.24, 0.33, 0.38, 0.42, 0.48, 0.6, 0.58, 0.5, 0.48, 0.5, 0.56, 0.68, 0.82,
  0.95, 1, 0.92, 0.72,
]

const minuteMs = 60_000

/** Between two hours the share changes evenly; within a minute nothing changes. */
function dayShare(nowMs: number): number {
  const local = inChina(Math.floor(nowMs / minuteMs) * 60)
  const part = local.getUTCMinutes() / 60
  const [from = 0, to = 0] = [byHour[local.getUTCHours()], byHour[(local.getUTCHours() + 1) % 24]]
  return from + (to - from) * part
}

/** People come and go: from minute to minute by a few percent. */
function flutter(seed: string, nowMs: number): number {
  const minute = Math.floor(nowMs / minuteMs)
  return 0.93 + 0.06 * Math.sin(minute / 7 + seed.length) + 0.05 * seededRandom(`${seed} ${minute}`).next()
}

const crowdOf = (most: number, seed: string, nowMs: number): number =>
  Math.max(1, Math.round(most * dayShare(nowMs) * flutter(seed, nowMs)))

/** Viewers of the most watched channel in the busiest minute. */
const mostOfChannels = 860

export function crowdOfChannel({ slug, number }: Pick<DemoChannel, 'slug' | 'number'>, nowMs: number): number {
  const popularity = 0.25 + 0.75 / (1 + number / 12)
  return crowdOf(mostOfChannels * popularity * (0.7 + 0.3 * seededRandom(slug).next()), slug, nowMs)
}

/** Plays of a day for each viewer of the first episode in the busiest minute. */
const playsPerViewer = 3000

/** Those who watch an episode of a title; nobody before it has aired. */
export function crowdOfTitle(title: DemoTitle, level: number, nowMs: number): number {
  const aired = airedCount(title)
  if (level > aired) return 0
  const share = level === aired ? 1 : 1 / (1 + 0.5 * (level - 1))
  return crowdOf((title.plays / playsPerViewer) * share, `${title.slug} ${level}`, nowMs)
}

/** Viewers of a match of average interest at its end in the busiest hour. */
const mostOfMatches = 2600
const matchLeadMs = 30 * minuteMs
const fadingMs = 15 * minuteMs

/**
 * Those who are in the room of a match: they come in the last half hour before the start, become more until the end, and leave.
 * @param match `interest` is 1 for an average match
 */
export function crowdOfMatch(
  match: { id: string; startMs: number; endMs: number; interest: number },
  nowMs: number,
): number {
  const { id, interest } = match
  const share = matchShare(match, nowMs)
  const most = mostOfMatches * interest * (0.8 + 0.4 * seededRandom(`crowd ${id}`).next())
  return share === 0 ? 0 : crowdOf(most * share, id, nowMs)
}

function matchShare({ startMs, endMs }: { startMs: number; endMs: number }, nowMs: number): number {
  if (nowMs < startMs - matchLeadMs) return 0
  if (nowMs < startMs) return 0.05 + 0.5 * ((nowMs - startMs + matchLeadMs) / matchLeadMs) ** 2
  if (nowMs < endMs) return 0.55 + 0.45 * ((nowMs - startMs) / (endMs - startMs))
  return nowMs < endMs + fadingMs ? 1 - (nowMs - endMs) / fadingMs : 0
}
