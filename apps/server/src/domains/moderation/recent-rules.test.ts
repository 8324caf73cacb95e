import { expect, test } from 'vitest'
import { isRepeated, repeatKey, textIdentity } from './recent-rules.ts'

const nowMs = 1_000_000_000
const ago = (sec: number, same = true) => ({ same, atMs: nowMs - sec * 1000 })
const others = (count: number) => Array.from({ length: count }, (_, at) => ago(at + 1, false))

test('texts that read the same are equal', () => {
  expect(repeatKey('哈哈哈哈哈！')).toBe(repeatKey('哈 哈 哈'))
  expect(repeatKey('前方高能')).toBe(repeatKey('前方高能～～'))
  expect(repeatKey('？？？')).not.toBe(repeatKey('！！'))
  expect(repeatKey('😀')).not.toBe(repeatKey('😭'))
})

test('a comment counts as repeated for three minutes, and while it is among the last fifteen', () => {
  expect(isRepeated('comment', '好看', [ago(10)], nowMs)).toBe(true)
  expect(isRepeated('comment', '好看', [...others(14), ago(3600)], nowMs)).toBe(true)
  expect(isRepeated('comment', '好看', [...others(15), ago(170)], nowMs)).toBe(true)
  expect(isRepeated('comment', '好看', [...others(15), ago(190)], nowMs)).toBe(false)
  expect(isRepeated('comment', '好看', [ago(25 * 3600)], nowMs)).toBe(false)
  expect(isRepeated('comment', '好看', others(15), nowMs)).toBe(false)
})

test('[I04] a short comment may be repeated at another title, a long one may not', () => {
  const one = { kind: 'vod', id: 1 } as const
  const other = { kind: 'vod', id: 2 } as const
  expect(textIdentity('comment', '打卡', one)).toBe(textIdentity('comment', '打卡', one))
  expect(textIdentity('comment', '打卡', one)).not.toBe(textIdentity('comment', '打卡', other))
  expect(textIdentity('comment', '来我这里看全集', one)).toBe(textIdentity('comment', '来我这里看全集', other))
  expect(textIdentity('danmaku', '哈哈', one)).toBe(textIdentity('danmaku', '哈哈', other))
})

test('a short danmaku may be repeated after a short time, a long one may not', () => {
  expect(isRepeated('danmaku', '哈哈', [ago(29)], nowMs)).toBe(true)
  expect(isRepeated('danmaku', '哈哈', [ago(31)], nowMs)).toBe(false)
  expect(isRepeated('danmaku', '这一段配乐太好听了', [ago(31)], nowMs)).toBe(true)
})
