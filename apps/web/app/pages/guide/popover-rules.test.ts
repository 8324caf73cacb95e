import { expect, test } from 'vitest'
import { popoverPosition } from './popover-rules.ts'

const window = { width: 1440, height: 900 }

test('[G01] the popover is below its cell, above if there is no room, and never outside the sides', () => {
  expect(popoverPosition({ left: 300, top: 200, bottom: 264 }, window)).toEqual({ left: 300, top: 272 })
  expect(popoverPosition({ left: 300, top: 780, bottom: 844 }, window)).toEqual({ left: 300, top: 652 })
  expect(popoverPosition({ left: -900, top: 200, bottom: 264 }, window).left).toBe(16)
  expect(popoverPosition({ left: 1430, top: 200, bottom: 264 }, window).left).toBe(1040)
})
