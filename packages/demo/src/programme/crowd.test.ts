import { expect, test } from 'vitest'
import { demoChannels } from './channels/channel-list.ts'
import { crowdOfChannel, crowdOfTitle } from './crowd.ts'
import { airedCount } from './episodes.ts'
import { programme } from './programme.ts'

/** 21:00 and 04:00 in China. */
const evening = Date.UTC(2026, 10, 24, 13)
const night = Date.UTC(2026, 10, 24, 20)

test('more people watch in the evening than at night, and more watch what is played more', () => {
  for (const channel of demoChannels)
    expect(crowdOfChannel(channel, evening)).toBeGreaterThan(crowdOfChannel(channel, night))
  const byPlays = programme.toSorted((one, other) => other.plays - one.plays)
  expect(crowdOfTitle(byPlays[0] ?? never(), 1, evening)).toBeGreaterThan(
    crowdOfTitle(byPlays.at(-1) ?? never(), 1, evening),
  )
})

test('nobody watches what has not aired, and the number changes at most once a minute and by little', () => {
  for (const title of programme) {
    if (title.release.form !== 'film') expect(crowdOfTitle(title, airedCount(title) + 1, evening)).toBe(0)
    const now = crowdOfTitle(title, 1, evening)
    expect(crowdOfTitle(title, 1, evening + 59_000)).toBe(now)
    expect(Math.abs(crowdOfTitle(title, 1, evening + 60_000) - now)).toBeLessThanOrEqual(1 + now * 0.12)
  }
})

function never(): never {
  throw new Error('there is no title')
}
