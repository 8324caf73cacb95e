import sharp from 'sharp'
import { expect, test } from 'vitest'
import { canDrawChinese, isFlatStroke } from './lettering-fonts.ts'

/** Rows of `#` and space as one byte for each pixel. */
const alphaOf = (rows: string[]): Uint8Array => Uint8Array.from(rows.join(''), (cell) => (cell === '#' ? 255 : 0))

test('nothing, and the box of a missing letter, are no Chinese letter', () => {
  expect(isFlatStroke(alphaOf(['      ', '      ']), 6)).toBe(false)
  expect(isFlatStroke(alphaOf(['######', '#    #', '#    #', '######']), 6)).toBe(false)
})

test('一 is one flat stroke', () => {
  expect(isFlatStroke(alphaOf(['        ', ' #######', '        ']), 8)).toBe(true)
})

test('a letter that no font has is not taken for one', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><text x="10" y="60" font-size="60">\u{10FFF0}</text></svg>`
  const alpha = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer()
  expect(isFlatStroke(alpha, 80)).toBe(false)
  expect(await canDrawChinese()).toBeTypeOf('boolean')
})
