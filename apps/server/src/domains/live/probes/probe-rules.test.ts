import { expect, test } from 'vitest'
import { isOwnFault, isSlow, lineProbe, nextProbeSec } from './probe-rules.ts'

const probe = (state: 'good' | 'slow' | 'dead', fails = state === 'dead' ? 2 : 0, height = 720) => ({
  state,
  fails,
  height,
})

test('[G02] what plays is probed twice a day, what is dead sooner, and then less and less often', () => {
  const hours = (state: 'good' | 'slow' | 'dead', fails: number): number => nextProbeSec({ state }, fails, 0) / 3600
  expect([hours('good', 0), hours('slow', 0)]).toEqual([12, 6])
  expect([1, 2, 3, 7, 8, 90].map((fails) => hours('dead', fails))).toEqual([0.25, 0.5, 1, 16, 24, 24])
})

test('[G02] a line is dead if all of its addresses failed twice, and as good as the best of them otherwise', () => {
  expect(lineProbe([])).toEqual({ state: null, height: 0 })
  expect(lineProbe([null])).toEqual({ state: null, height: 0 })
  expect(lineProbe([probe('dead', 1)])).toEqual({ state: null, height: 0 })
  expect(lineProbe([probe('dead'), null])).toEqual({ state: null, height: 0 })
  expect(lineProbe([probe('dead'), probe('dead')])).toMatchObject({ state: 'dead' })
  expect(lineProbe([probe('dead'), probe('slow', 0, 1080)])).toEqual({ state: 'slow', height: 1080 })
  expect(lineProbe([probe('slow'), probe('good', 0, 360)])).toEqual({ state: 'good', height: 360 })
})

test('[G02] a stream is slow if it is long in coming, or takes longer to load than to play', () => {
  expect(isSlow({ startMs: 300, loadMs: 1000, mediaMs: 4000 })).toBe(false)
  expect(isSlow({ startMs: 300, loadMs: 3900, mediaMs: 4000 })).toBe(true)
  expect(isSlow({ startMs: 7000, loadMs: 0, mediaMs: 0 })).toBe(true)
})

test('[G02] if no host can be reached at all, the network of the station is at fault, and nothing is stored', () => {
  const fault = (host: string, reason: string) => ({ host, reason })
  expect(isOwnFault([fault('a', 'network'), fault('b', 'unresolved'), fault('c', 'time')])).toBe(true)
  expect(isOwnFault([fault('a', 'network'), fault('b', 'unresolved'), fault('c', 'http 404')])).toBe(false)
  expect(isOwnFault([fault('a', 'network'), fault('b', 'network')])).toBe(false)
  expect(isOwnFault([])).toBe(false)
})
