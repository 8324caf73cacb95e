import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settings } from './danmaku.fixture.ts'
import { metricsOf } from './metrics.ts'
import { hasRoom, laneTopOf } from './painter.ts'

test('[I02] on a phone no danmaku is fixed at the bottom while controls and subtitles leave no room', () => {
  const metrics = metricsOf({ width: 360, height: 202 }, settings)
  const bottom = { mode: 'bottom', lane: 0 } as const
  expect(hasRoom(bottom, metrics, 130)).toBe(false)
  expect(hasRoom({ mode: 'scroll', lane: 0 }, metrics, 130)).toBe(true)
  expect(hasRoom(bottom, metrics, 36)).toBe(true)
})

test('[I02] for any reserved height at the bottom, fixed danmaku never cover a lane of moving ones', () => {
  const sizes = fc.record({ width: fc.integer({ min: 200, max: 3840 }), height: fc.integer({ min: 112, max: 2160 }) })
  const areas = fc.constantFrom(25 as const, 100 as const)
  fc.assert(
    fc.property(sizes, areas, fc.nat(400), fc.nat(1), fc.nat(100), (size, area, reservedPx, lane, other) => {
      const metrics = metricsOf(size, { ...settings, area })
      const bottom = { mode: 'bottom', lane } as const
      const scroll = { mode: 'scroll', lane: other % metrics.lanes } as const
      fc.pre(hasRoom(bottom, metrics, reservedPx))
      const bottomOfScroll = laneTopOf(scroll, metrics, reservedPx) + metrics.lanePx
      expect(laneTopOf(bottom, metrics, reservedPx)).toBeGreaterThanOrEqual(bottomOfScroll)
    }),
  )
})
