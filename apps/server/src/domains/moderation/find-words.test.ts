import { expect, test } from 'vitest'
import { findContact } from './find-contact.ts'
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
])('%j has the word %j', (text, word) => {
  expect(find(text)?.word ?? null).toBe(word)
})

test('what refuses a text comes before what holds it, wherever it stands', () => {
  expect(find('加微，坏，c++，坏东西')).toEqual({ list: 'refused', word: '坏东西' })
})

test.each([
  ['看这里 https://a.example/x', '链接'],
  ['ｗｗｗ．ａｂｃ．ｃｏｍ', '链接'],
  ['abc。com', '链接'],
  ['abc点com', '链接'],
  ['a b c . c o m', null],
  ['abc . com', '链接'],
  ['magnet:?xt=1', '链接'],
  ['写信到 lin@a.example', '邮箱'],
  ['lin(at)abc(dot)com', '邮箱'],
  ['打 138 1234 5678', '手机号'],
  ['一三八一二三四五六七八', '手机号'],
  ['①③⑧１２３４5678', '手机号'],
  ['扣扣 壹贰叁肆伍陆', 'QQ 号'],
  ['QQ：1 2 3 4 5 6 7', 'QQ 号'],
  ['薇信 abc12345', '微信号'],
  ['加V：linxia_cn', '微信号'],
  ['群号 12345678', '群号'],
  ['电报 @somebody', '电报号'],
])('%j has %j', (text, contact) => expect(findContact(text, { strict: false })).toBe(contact))

test.each([
  '第13集 9分30秒那里',
  '2026-11-22 13:45:30 播的',
  '评分9.8，比1.0高',
  'S.W.A.T. 和 Mr.Robot',
  '我在微信看到 marvel 了',
  '1000000000人在看',
  '微信支付真方便',
  '13:20 到 14:50',
  '这句话点题了',
])('%j is nothing of the kind', (text) => expect(findContact(text, { strict: false })).toBeNull())

test('of who is new whatever could be a host is a link', () => {
  expect(findContact('看 movie.bizz', { strict: false })).toBeNull()
  expect(findContact('看 movie.bizz', { strict: true })).toBe('链接')
})
