import { expect, test } from 'vitest'
import { createFindWord } from './find-words.ts'

const find = createFindWord({ refused: ['坏东西', 'vx', 'taobao', '🔞'], held: ['加微', 'c++', '坏'] })

test.each([
  ['没有什么', null],
  ['这是壞東西', '坏东西'],
  ['坏 * 东\u200B西', '坏东西'],
  ['有点坏', '坏'],
  ['加V、加微吧', '加微'],
  ['ＶＸ 找我', 'vx'],
  ['v.x', 'vx'],
  ['livx 和 vxe', null],
  ['mytаobaoshop', 'taobao'],
  ['写 C + + 的', 'c++'],
  ['c 和 + +', null],
  ['只有🔞', '🔞'],
])('%j contains the word %j', (text, word) => {
  expect(find(text)?.word ?? null).toBe(word)
})

test('a refusing word takes precedence over a holding one, wherever it occurs', () => {
  expect(find('加微，坏，c++，坏东西')).toEqual({ list: 'refused', word: '坏东西' })
})
