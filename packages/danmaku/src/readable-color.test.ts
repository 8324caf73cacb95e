import { danmakuBounds } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableColor, luminanceOf } from './readable-color.ts'

test('[I02] black and dark blue are written in lighter ones, so that the dark edge does not swallow them', () => {
  expect(luminanceOf(0)).toBe(0)
  expect(readableColor(0)).toBe(0x959595)
  for (const color of [0x000080, 0x222222, 0xcc0273, 0xfe0302]) {
    expect(luminanceOf(readableColor(color))).toBeGreaterThanOrEqual(0.3)
  }
})

test('[I02] light colours are written as they were chosen, and no two of everybody’s become one', () => {
  for (const color of [0xffffff, 0xffd27a, 0x8fd3ff, 0xff9a8d, 0xffd302, 0x00cd00])
    expect(readableColor(color)).toBe(color)
  expect(new Set(danmakuBounds.colors.map(readableColor)).size).toBe(danmakuBounds.colors.length)
})

test('[I02] whatever the colour, its words stand out, and its strongest part stays the strongest', () => {
  const parts = (color: number): number[] => [color >> 16, (color >> 8) & 0xff, color & 0xff]
  fc.assert(
    fc.property(fc.nat(0xffffff), (color) => {
      const written = readableColor(color)
      expect(written).toBeLessThanOrEqual(0xffffff)
      expect(luminanceOf(written)).toBeGreaterThanOrEqual(0.3 - 1e-9)
      const [from, to] = [parts(color), parts(written)]
      expect(to[from.indexOf(Math.max(...from))]).toBe(Math.max(...to))
    }),
  )
})
