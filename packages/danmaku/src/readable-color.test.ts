import { danmakuBounds, isVipDanmaku } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgeAlpha, readableColor } from './readable-color.ts'

const partsOf = (color: number): number[] => [color >> 16, (color >> 8) & 0xff, color & 0xff]

/** Relative luminance of a 24-bit RGB colour by the formula of WCAG 2. */
function luminanceOf(color: number): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color)
    .map((part) => part / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('[I02] black and dark blue are written in lighter ones, so that the dark edge does not swallow them', () => {
  expect(luminanceOf(0)).toBe(0)
  expect(readableColor(0)).toBe(0x959595)
  for (const color of [0x000080, 0x222222, 0xcc0273, 0xfe0302]) {
    expect(luminanceOf(readableColor(color))).toBeGreaterThanOrEqual(0.3)
  }
})

test('[I02] light colours are kept as chosen, and different palette colours stay different', () => {
  for (const color of [0xffffff, 0xffd27a, 0x8fd3ff, 0xff9a8d, 0xffd302, 0x00cd00])
    expect(readableColor(color)).toBe(color)
  expect(new Set(danmakuBounds.colors.map(readableColor)).size).toBe(danmakuBounds.colors.length)
})

test('[I02] any colour gets enough contrast, and its strongest component stays the strongest', () => {
  fc.assert(
    fc.property(fc.nat(0xffffff), (color) => {
      const written = readableColor(color)
      expect(written).toBeLessThanOrEqual(0xffffff)
      expect(luminanceOf(written)).toBeGreaterThanOrEqual(0.3 - 1e-9)
      const [from, to] = [partsOf(color), partsOf(written)]
      expect(to[from.indexOf(Math.max(...from))]).toBe(Math.max(...to))
    }),
  )
})

test('[I02] every user may write in white and in six pale colours, which need no deeper edge than white', () => {
  const pale = danmakuBounds.colors.filter((color) => luminanceOf(color) > 0.45 && edgeAlpha(color) === 0.62)
  expect(pale).toEqual(expect.arrayContaining([0xffffff, 0xffd27a, 0x8fd3ff, 0xff9a8d, 0x9be3b4, 0xd9c2ff, 0xffb3d1]))
  for (const color of pale) expect(isVipDanmaku({ mode: 'scroll', size: 25, color })).toBe(false)
})

test('[I02] over a white picture the edge of any colour contrasts with its text by at least 3:1', () => {
  fc.assert(
    fc.property(fc.nat(0xffffff), (color) => {
      const alpha = edgeAlpha(color)
      expect(alpha).toBeGreaterThanOrEqual(0.62)
      expect(alpha).toBeLessThanOrEqual(1)
      const grey = Math.floor(255 * (1 - alpha))
      const edge = luminanceOf(grey * 0x010101)
      expect((luminanceOf(readableColor(color)) + 0.05) / (edge + 0.05)).toBeGreaterThanOrEqual(3)
    }),
  )
  expect(edgeAlpha(0xfe0302)).toBeGreaterThan(0.7)
})
