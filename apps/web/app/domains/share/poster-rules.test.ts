import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakLines, coverPart, posterFileName } from './poster-rules.ts'

const upTo = (count: number) => (text: string) => [...text].length <= count

test.each([
  ['灯亮着，就还有人等船。', 9, ['灯亮着，', '就还有人等船。']],
  ['信是湿的。', 9, ['信是湿的。']],
  ['他们都说这座岛上没有人，可是我看见过。', 9, ['他们都说这座岛上没', '有人，', '可是我看见过。']],
  ['一二三四五六七八九十一二三四五六七八九十', 6, ['一二三四五六', '七八九十一二', '三四五六七…']],
  ['', 9, []],
])('%j in lines of %d characters', (text, count, lines) => {
  expect(breakLines(text, 3, upTo(count))).toEqual(lines)
})

test('no line of a poster is too long, begins with punctuation, or loses a character unless it says so', () => {
  const text = fc.array(fc.constantFrom(...'灯亮着就还有人等船，。！'), { maxLength: 40 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 6, max: 12 }), (given, count) => {
      const lines = breakLines(given, 3, upTo(count))
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) expect([...line].length).toBeLessThanOrEqual(count)
      if (!lines.at(-1)?.endsWith('…')) expect(lines.join('')).toBe(given)
    }),
  )
})

test('a wide picture is cropped at its sides, a tall one above and below', () => {
  const box = { width: 300, height: 300 }
  expect(coverPart({ width: 1600, height: 900 }, box, { x: 0.5, y: 0.5 })).toEqual({
    x: 350,
    y: 0,
    width: 900,
    height: 900,
  })
  expect(coverPart({ width: 600, height: 900 }, box, { x: 0.5, y: 0 })).toEqual({ x: 0, y: 0, width: 600, height: 600 })
})

test('the file is named after what it shows, without characters that file systems refuse', () => {
  expect(posterFileName('雾/港*来信', '第 5 集', '21:08')).toBe('雾港来信 第 5 集 21-08.jpg')
  expect(posterFileName('', '')).toBe('poster.jpg')
})
