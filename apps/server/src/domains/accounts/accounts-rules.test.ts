import { accountBounds } from '@yunmu/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  endRefusalOf,
  isReserved,
  isWeakPassword,
  nameFromEmail,
  nameKey,
  parseEmail,
  parseName,
  parseNickname,
  parseQq,
} from './accounts-rules.ts'
import { deviceName } from './sessions/device-name.ts'

describe('names', () => {
  test.each([
    '',
    ' ',
    '林',
    'a',
    'a b',
    'a@b.example',
    'a-b',
    '<b>林</b>',
    "林';--",
    '林\u202e夏',
    'ａ',
    '😀😀',
    'x'.repeat(21),
  ])('[D02] %j is no name', (typed) => expect(parseName(typed)).toBeNull())
  test.each([
    ['林夏', '林夏'],
    [' Lin_Xia9 ', 'Lin_Xia9'],
    ['ＬＩＮ', 'LIN'],
    ['𠮷野家', '𠮷野家'],
    ['x'.repeat(20), 'x'.repeat(20)],
  ])('[D02] %j is the name %j', (typed, name) => expect(parseName(typed)).toBe(name))

  test("[D02] full-width letters, case and script do not make another name, and no name passes for the station's", () => {
    expect(nameKey(' ＬｉｎXia ')).toBe(nameKey('linxia'))
    expect(nameKey('張三豐')).toBe(nameKey('张三丰'))
    for (const name of ['Admin', 'ＡＤＭＩＮ', '管理员', '管理員', '云幕', '雲幕', '站長'])
      expect(isReserved(name)).toBe(true)
    expect(isReserved('林夏')).toBe(false)
  })

  test('[D02] a name made from an e-mail address is always valid', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', '1234', '9999'), (before, tail) => {
        const name = nameFromEmail(`${before}@b.example`, tail)
        expect(parseName(name)).toBe(name.normalize('NFKC'))
      }),
    )
    expect(nameFromEmail('lin.xia+tv@b.example', '')).toBe('linxiatv')
  })
})

describe('e-mail addresses', () => {
  test.each([
    '',
    'lin',
    '@b.example',
    'lin@',
    'lin@b',
    'lin@@b.example',
    'lin@b..example',
    '.lin@b.example',
    'lin.@b.example',
    'l in@b.example',
    'lin@b.example\r\nbcc: x@y.example',
    'lin<x>@b.example',
    '"lin"@b.example',
    'lin@-b.example',
    'lin@b.1',
    'lin@127.0.0.1',
    'lin@[::1]',
    'lin@b.example,x@y.example',
    '林@b.example',
    `${'x'.repeat(65)}@b.example`,
    `lin@${'b.'.repeat(130)}example`,
  ])('[D02] %j is not an address', (typed) => expect(parseEmail(typed)).toBeNull())
  test.each([
    [' Lin@B.Example ', 'lin@b.example'],
    ['lin.xia+tv@mail.b.example', 'lin.xia+tv@mail.b.example'],
    ['ｌｉｎ＠b.example', 'lin@b.example'],
    ['lin@xn--fiqs8s.xn--fiqs8s', 'lin@xn--fiqs8s.xn--fiqs8s'],
  ])('[D02] %j is %j', (typed, email) => expect(parseEmail(typed)).toBe(email))

  test('[D02] a valid address cannot start another mail header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (typed) => {
        const email = parseEmail(typed)
        if (email === null) return
        expect(parseEmail(email)).toBe(email)
        expect(email).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/)
      }),
    )
  })
})

describe('passwords', () => {
  test.each([
    '',
    '1234567',
    '12345678',
    '23456789',
    'hgfedcba',
    'aaaaaaaa',
    'abababab',
    'password',
    'PassWord1',
    'Woaini1314',
  ])('[D02] %j is weak', (typed) => expect(isWeakPassword(typed, [])).toBe(true))
  test('[D02] one’s own name or address is weak, and so is a password beyond the maximum length', () => {
    expect(isWeakPassword('LinXia_2026', ['linxia_2026', ''])).toBe(true)
    expect(isWeakPassword('lin.xia.tv', ['', 'lin.xia.tv@b.example'])).toBe(true)
    expect(isWeakPassword('lin.xia.tv@b.example', ['', 'lin.xia.tv@b.example'])).toBe(true)
    expect(isWeakPassword('长'.repeat(accountBounds.password.max + 1), [])).toBe(true)
  })
  test.each(['correct horse', 'wanquan-budui-93', '山高月小水落石出', 'zY9!zY8!'])(
    '[D02] %j is strong enough',
    (typed) => expect(isWeakPassword(typed, ['林夏', 'lin@b.example', ''])).toBe(false),
  )
})

test.each(['', ' ', '\u202e林', 'a\u0000b', '林\n夏', 'x'.repeat(21), '管理员', '管理員', 'Admin'])(
  '[E05] %j is no nickname',
  (typed) => expect(parseNickname(typed)).toBeNull(),
)
test('[E05] a nickname may contain any visible character', () => {
  expect(parseNickname(' 看剧的小林 🍿 ')).toBe('看剧的小林 🍿')
})

test.each(['1234', '012345', '1234567890123', '12345a', '<b>'])('[E05] %j is no QQ number', (typed) =>
  expect(parseQq(typed)).toBeNull(),
)
test('[E05] a QQ number can be removed', () => {
  expect(parseQq('')).toBe('')
  expect(parseQq(' １２３４５ ')).toBe('12345')
})

test.each([
  ['', '未知设备'],
  ['curl/8', '未知设备'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36',
    'Chrome · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge · Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1 Version/26.0 Mobile Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; V2) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36 MicroMessenger/8.0',
    '微信 · Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox · Linux'],
])('the User-Agent %j is named %j', (agent, words) => expect(deviceName(agent)).toBe(words))

test.each([
  [{ disabled: false, isOpen: true, endReason: null }, null],
  [{ disabled: true, isOpen: true, endReason: null }, 'SessionDisabled'],
  [{ disabled: true, isOpen: false, endReason: 'password' }, 'SessionDisabled'],
  [{ disabled: false, isOpen: false, endReason: 'disabled' }, 'SessionWasDisabled'],
  [{ disabled: false, isOpen: false, endReason: 'signed out' }, 'SessionSignedOut'],
  [{ disabled: false, isOpen: false, endReason: 'password' }, 'SessionEnded'],
  [{ disabled: false, isOpen: false, endReason: 'other login' }, 'SessionEnded'],
  [{ disabled: false, isOpen: false, endReason: null }, 'SessionEnded'],
] as const)('[K05] calls with the session %j are refused with %j', (session, refusal) =>
  expect(endRefusalOf(session)).toBe(refusal),
)
