import { expect, test } from 'vitest'
import { findContact } from './find-contact.ts'
import { innocentTexts } from './innocent-texts.fixture.ts'

test.each([
  ['看这里 https://a.example/x', '链接'],
  ['http : / / a.example', '链接'],
  ['ｗｗｗ．ａｂｃ．ｃｏｍ', '链接'],
  ['www.电影.example', null],
  ['abc。com', '链接'],
  ['abc点com', '链接'],
  ['abc 点 cc 看全集', '链接'],
  ['abcd点top', '链接'],
  ['163点com', '链接'],
  ['a b c . c o m', null],
  ['abc . com', '链接'],
  ['abc[dot]net', '链接'],
  ['全集在 kanju.live 上', '链接'],
  ['加 t.me/somegroup', '链接'],
  ['аbс.сom', '链接'],
  ['magnet:?xt=1', '链接'],
  ['thunder://QUFodHRw', '链接'],
  ['写信到 lin@a.example', '邮箱'],
  ['lin(at)abc(dot)com', '邮箱'],
  ['lin @ abc . com', '邮箱'],
  ['打 138 1234 5678', '手机号'],
  ['电话13812345678', '手机号'],
  ['+86 138-1234-5678', '手机号'],
  ['138 12345678', '手机号'],
  ['1 3 8 1 2 3 4 5 6 7 8', '手机号'],
  ['1.3.8.1.2.3.4.5.6.7.8', '手机号'],
  ['一三八一二三四五六七八', '手机号'],
  ['①③⑧１２３４5678', '手机号'],
  ['1️⃣3️⃣8️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣', '手机号'],
  ['扣扣 壹贰叁肆伍陆', 'QQ 号'],
  ['QQ：1 2 3 4 5 6 7', 'QQ 号'],
  ['加我qq123456', 'QQ 号'],
  ['QQ号是 1234567', 'QQ 号'],
  ['企鹅号 123456', 'QQ 号'],
  ['球球：1234567', 'QQ 号'],
  ['企鹅1234567890', 'QQ 号'],
  ['薇信 abc12345', '微信号'],
  ['微信号：lin_xia2024', '微信号'],
  ['vx abc12345', '微信号'],
  ['vx13abc77', '微信号'],
  ['加V：linxia_cn', '微信号'],
  ['加我微信 linxia', '微信号'],
  ['+v linxia88', '微信号'],
  ['群号 12345678', '群号'],
  ['进群：123 456 789', '群号'],
  ['q群12345678', '群号'],
  ['群聊号 1234567', '群号'],
  ['电报 @somebody', '电报号'],
  ['TG群：somegroup', '电报号'],
  ['tg @some_body', '电报号'],
  ['飞机号 somebody1', '电报号'],
  ['telegram some_body1', '电报号'],
])('%j contains %j', (text, contact) => expect(findContact(text, { strict: false })).toBe(contact))

test.each(innocentTexts)('%j contains no contact, whoever writes it', (text) => {
  expect(findContact(text, { strict: false })).toBeNull()
  expect(findContact(text, { strict: true })).toBeNull()
})

test('for new users anything like a host is a link', () => {
  expect(findContact('看 movie.bizz', { strict: false })).toBeNull()
  expect(findContact('看 movie.bizz', { strict: true })).toBe('链接')
})
