import { chinaDayNumber } from '@yunmu/contract/china-time'
import type { DemoMatch } from '../demo-competition.ts'
import { matchesOfDay } from '../season.ts'

/** The channel that shows all football matches of the demonstration, one after the other, every day. */

export const matchChannel = {
  slug: 'yunmu-pitch',
  number: 7,
  name: '云幕球场',
  aliases: ['云幕足球'],
  group: { name: '云幕', overseas: false },
  tag: null,
} as const

/** The picture is on so long before a kick-off, and until the next one begins. */
const leadMs = 3 * 60_000
const slotMs = 120 * 60_000
/** Before the first match of a day. */
const openingMs = 10 * 60_000

/** A match and the time in which the channel shows it, Unix milliseconds. */
export interface Broadcast {
  match: DemoMatch
  startMs: number
  endMs: number
}

/** The broadcasts of a day, without gaps. @param day days since 1970-01-01 in China */
export function broadcastsOfDay(day: number): Broadcast[] {
  return matchesOfDay(day)
    .filter(({ competition }) => competition.sport === 'football')
    .map((match, at) => {
      const startMs = match.kickoffSec * 1000 - (at === 0 ? openingMs : leadMs)
      return { match, startMs, endMs: match.kickoffSec * 1000 - leadMs + slotMs }
    })
}

/** The broadcast at a moment; null if the channel is off. */
export const broadcastAt = (nowMs: number): Broadcast | null =>
  broadcastsOfDay(chinaDayNumber(nowMs / 1000)).find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs) ?? null

/** The first broadcast that ends after a moment. */
export function nextBroadcast(nowMs: number): Broadcast {
  const day = chinaDayNumber(nowMs / 1000)
  const found = [...broadcastsOfDay(day), ...broadcastsOfDay(day + 1)].find(({ endMs }) => endMs > nowMs)
  if (!found) throw new Error('a day has no football')
  return found
}
