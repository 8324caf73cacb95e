import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText } from './index.ts'

/** The platform only decodes these encodings; the test encodes with a table of all two-byte codes. */
function encoder(encoding: 'gb18030' | 'big5') {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, readonly [number, number]>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(new Uint8Array([lead, trail]))
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, [lead, trail])
    }
  }
  return (text: string): Uint8Array =>
    new Uint8Array(
      [...text].flatMap((character) => {
        if (character < '\u0080') return [character.charCodeAt(0)]
        const code = codes.get(character)
        if (code === undefined) throw new Error(`${encoding} cannot encode ${character}`)
        return [...code]
      }),
    )
}

const toGb18030 = encoder('gb18030')
const toBig5 = encoder('big5')
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBigEndian: boolean, mark = '\ufeff') => {
  const bytes = Buffer.from(mark + text, 'utf16le')
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes)
}

const SIMPLIFIED = [
  '你怎么还在这里？',
  '我已经告诉过他们了，没有人会相信的。',
  '快走！他们马上就到。',
  '对不起，我不是故意的',
  '爸爸，我们什么时候回家',
  '重庆的火锅太辣了',
  '长官，敌军正在渡河',
]
const TRADITIONAL = [
  '你怎麼還在這裡？',
  '我已經告訴過他們了，沒有人會相信的。',
  '快走！他們馬上就到。',
  '對不起，我不是故意的',
  '爸爸，我們什麼時候回家',
  '重慶的火鍋太辣了',
  '長官，敵軍正在渡河',
]
const timed = (lines: readonly string[]) =>
  lines
    .map((line, index) => `${index + 1}\r\n00:00:0${index},000 --> 00:00:0${index + 1},000\r\n${line}\r\n`)
    .join('\r\n')

test('empty, random and damaged bytes are decoded without an error', () => {
  expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(decodeText(bytes).text.isWellFormed()).toBe(true)
    }),
  )
})

test('UTF-8 with one invalid byte is still detected as UTF-8', () => {
  const bytes = utf8(timed(SIMPLIFIED))
  const at = bytes.findIndex((byte) => byte > 0x80)
  const damaged = new Uint8Array([...bytes.slice(0, at), 0xff, ...bytes.slice(at)])
  expect(decodeText(damaged)).toMatchObject({ encoding: 'utf-8' })
})

test.each([
  ['utf-8', utf8(timed(SIMPLIFIED))],
  ['utf-8', utf8(`\ufeff${timed(SIMPLIFIED)}`)],
  ['utf-16le', utf16(timed(SIMPLIFIED), false)],
  ['utf-16be', utf16(timed(SIMPLIFIED), true)],
  ['utf-16le', utf16(timed(SIMPLIFIED), false, '')],
  ['utf-16be', utf16(timed(SIMPLIFIED), true, '')],
  ['gb18030', toGb18030(timed(SIMPLIFIED))],
] as const)('a simplified file in %s is decoded completely', (encoding, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: timed(SIMPLIFIED), encoding })
})

test.each([
  ['big5', toBig5(timed(TRADITIONAL))],
  ['gb18030', toGb18030(timed(TRADITIONAL))],
] as const)('a traditional file in %s is decoded completely', (encoding, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: timed(TRADITIONAL), encoding })
})

test('the encoding of any three lines is detected', () => {
  const lines = (all: readonly string[]) => fc.subarray([...all], { minLength: 3 }).map(timed)
  fc.assert(
    fc.property(lines(SIMPLIFIED), lines(TRADITIONAL), (simplified, traditional) => {
      expect(decodeText(toGb18030(simplified))).toEqual({ text: simplified, encoding: 'gb18030' })
      expect(decodeText(toBig5(traditional))).toEqual({ text: traditional, encoding: 'big5' })
      expect(decodeText(toGb18030(traditional))).toEqual({ text: traditional, encoding: 'gb18030' })
    }),
  )
})

test.each([...SIMPLIFIED, ...TRADITIONAL])('the single line %s is decoded from GB18030', (line) => {
  expect(decodeText(toGb18030(line))).toEqual({ text: line, encoding: 'gb18030' })
})

test.each(TRADITIONAL)('the single line %s is decoded from Big5', (line) => {
  expect(decodeText(toBig5(line))).toEqual({ text: line, encoding: 'big5' })
})
