import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onBothGrounds } from './colour.ts'

test('[H01] a black bar is seen on a dark page, a white one on a light page, and other colours stay', () => {
  expect(onBothGrounds('#000000')).toBe('#565656')
  expect(onBothGrounds('#ffffff')).toBe('#c6c6c6')
  for (const colour of ['#c8372d', '#2f6b4f', '#63b3e0']) expect(onBothGrounds(colour)).toBe(colour)
})

/** Contrast with a grey of this luminance (WCAG 2.2). */
function contrast(colour: string, luminance: number): number {
  const linear = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const own = linear.reduce((sum, value, at) => sum + value * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0)
  return (Math.max(own, luminance) + 0.05) / (Math.min(own, luminance) + 0.05)
}

test('[H01] any colour differs from the grounds of both skins', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (value) => {
      const colour = onBothGrounds(`#${value.toString(16).padStart(6, '0')}`)
      expect(contrast(colour, 0.005)).toBeGreaterThan(2.4)
      expect(contrast(colour, 0.92)).toBeGreaterThan(1.45)
    }),
  )
})
