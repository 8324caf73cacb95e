import { isVipDanmaku } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowedStyle, cssColor, parseStyle, defaultStyle } from './send-style.ts'

test.each([null, '{', '7', '{"mode":"spin","color":-1,"size":24}', '{"color":1.5}'])(
  '[I02] a style stored as %s is the plain one',
  (text) => {
    expect(parseStyle(text)).toEqual(defaultStyle)
  },
)

test('[I02] for any stored style, a user without VIP sends no VIP style', () => {
  const style = fc.record({
    mode: fc.constantFrom('scroll' as const, 'top' as const, 'bottom' as const, 'reverse' as const),
    color: fc.integer({ min: 0, max: 0xffffff }),
    size: fc.constantFrom(18 as const, 25 as const, 36 as const),
  })
  fc.assert(
    fc.property(style, (stored) => {
      expect(parseStyle(JSON.stringify(stored))).toEqual(stored)
      expect(isVipDanmaku(allowedStyle(stored, false))).toBe(false)
      expect(allowedStyle(stored, true)).toEqual(stored)
    }),
  )
})

test('[I02] colours are written in six digits', () => {
  expect(cssColor(0x00cd00)).toBe('#00cd00')
  expect(cssColor(1)).toBe('#000001')
})
