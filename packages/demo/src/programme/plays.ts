import { createHash } from 'node:crypto'
import type { DemoTitle } from './demo-title.ts'
import { chinaDay } from '@yunmu/contract/china-time'

const days = 30
const daySec = 24 * 3600

/** Pseudo-random numbers from 0 to 1, derived from the slug. */
function randomNumbersOf(slug: string): number[] {
  return [...createHash('sha256').update(slug).digest()].map((byte) => byte / 255)
}

/**
 * Plays of a title on each of the last thirty days, today first. Each title has its own trend and weekly rhythm, so that
 * the rankings of day, week and month differ.
 */
export function playsByDay(title: Pick<DemoTitle, 'slug' | 'plays'>, nowSec: number): { day: string; plays: number }[] {
  const [trend = 0, phase = 0, ...noise] = randomNumbersOf(title.slug)
  return Array.from({ length: days }, (_, ago) => {
    const slope = 1 + ((0.5 - trend) * 1.3 * ago) / days
    const week = 1 + 0.16 * (Math.sin(((ago + phase * 7) / 7) * 2 * Math.PI) - Math.sin(phase * 2 * Math.PI))
    const uneven = ago === 0 ? 1 : 0.92 + (noise[ago % noise.length] ?? 0) * 0.16
    return {
      day: chinaDay(nowSec - ago * daySec),
      plays: Math.max(1, Math.round(title.plays * slope * week * uneven)),
    }
  })
}

/** Plays of all time: the last thirty days and an estimate for the years before. */
export function playsOfAllTime(title: Pick<DemoTitle, 'slug' | 'plays' | 'year'>, nowSec: number): number {
  const month = playsByDay(title, nowSec).reduce((sum, { plays }) => sum + plays, 0)
  const years = Math.max(0, new Date(nowSec * 1000).getUTCFullYear() - title.year)
  return Math.round(month * (1.4 + Math.min(years, 12) * 0.9))
}
