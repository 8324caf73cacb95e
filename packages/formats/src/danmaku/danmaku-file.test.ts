import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cleanDanmakuText,
  DanmakuFileError,
  readDanmakuFile,
  writeDanmakuFile,
  type DanmakuFile,
  type DanmakuFileFormat,
  type DanmakuRecord,
} from '../index.ts'

const formats: readonly DanmakuFileFormat[] = ['bilibili', 'dplayer', 'dandanplay', 'artplayer']
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (text: string): DanmakuFile => readDanmakuFile(utf8(text))
const written = (format: DanmakuFileFormat, records: readonly DanmakuRecord[]): string =>
  [...writeDanmakuFile(format, records, records.length)].join('')

function problemOf(bytes: Uint8Array | string): string {
  try {
    readDanmakuFile(typeof bytes === 'string' ? utf8(bytes) : bytes)
    return 'none'
  } catch (err) {
    if (err instanceof DanmakuFileError) return err.problem
    throw err
  }
}

const xml = (inside: string): string => `<?xml version="1.0" encoding="UTF-8"?><i>${inside}</i>`
const d = (text: string, p = '1.5,1,25,16777215,0,0,abc,1'): string => `<d p="${p}">${text}</d>`
const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')

test.each([
  ['nothing', '', 'foreign'],
  ['blank', ' \n ', 'foreign'],
  ['a web page', '<!DOCTYPE html><html><body>404</body></html>', 'foreign'],
  ['a guide', '<tv><programme/></tv>', 'foreign'],
  ['subtitles', '1\n00:00:01,000 --> 00:00:02,000\n你好', 'foreign'],
  ['a file that is cut within an entry', xml(d('来了')).slice(0, -12), 'cut'],
  ['a file that is cut between entries', xml(d('来了')).slice(0, -4), 'cut'],
  ['tags that cross', xml('<d p="1,1,25,1"><b></d></b>'), 'malformed'],
  ['an ampersand by itself', xml(d('A & B; C')), 'entities'],
  ['an entity of HTML', xml(d('a&nbsp;b')), 'entities'],
  ['an entity bomb', `<!DOCTYPE i [<!ENTITY l0 "哈">${laughs}]><i>${d('&l9;')}</i>`, 'entities'],
  ['an entity from elsewhere', `<!DOCTYPE i [<!ENTITY x SYSTEM "file:///etc/passwd">]><i>${d('&x;')}</i>`, 'entities'],
  ['something behind the end', `${xml('')}<i/>`, 'malformed'],
  ['deep nesting', xml('<a>'.repeat(200)), 'malformed'],
  ['an endless text', xml(d('长'.repeat(600_000))), 'malformed'],
  ['an endless attribute', xml(`<d p="${'1'.repeat(600_000)}"/>`), 'malformed'],
  [
    'a thousand attributes',
    xml(`<d ${Array.from({ length: 1000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
    'malformed',
  ],
  ['JSON that is cut', '{"code":0,"data":[[1,0,1,"a","b"]', 'malformed'],
  ['JSON of something else', '{"code":404}', 'foreign'],
  ['JSON whose entries are no list', '{"data":{"0":[1,0,1,"a","b"]}}', 'foreign'],
])('[I02] %s is refused with its reason', (_, text, problem) => {
  expect(problemOf(text)).toBe(problem)
})

test('[I02] a file larger than allowed is refused, by bytes and by entries', () => {
  expect(problemOf(new Uint8Array(32 * 1024 * 1024 + 1))).toBe('size')
  expect(problemOf(`[${'{},'.repeat(300_000)}{}]`)).toBe('items')
  expect(problemOf(`[${'{},'.repeat(299_999)}{}]`)).toBe('none')
  expect(problemOf(`{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe('none')
})

test('[I02] bytes that are invalid in the declared encoding are refused at any position', () => {
  const broken = Buffer.concat([utf8(xml(d('来了').repeat(30_000))), Buffer.from([0xd6, 0xd0])])
  expect(problemOf(broken)).toBe('encoding')
  expect(problemOf('<?xml version="1.0" encoding="klingon"?><i/>')).toBe('encoding')
  const gb = Buffer.concat([utf8('<i><d p="1,1,25,1">'), Buffer.from([0xd6, 0xd0]), utf8('</d></i>')])
  expect(readDanmakuFile(gb).records).toMatchObject([{ text: '中' }])
  const utf16 = Buffer.from(`\ufeff${JSON.stringify([{ text: '来了', time: 1 }])}`, 'utf16le')
  expect(readDanmakuFile(utf16).records).toMatchObject([{ text: '来了' }])
})

test('[I02] a truncated file is never accepted as complete, and random bytes do not break the parsers', () => {
  const records = [
    { atMs: 1500, mode: 'top', color: 255, size: 25, text: '来了', sender: 'a', sentSec: 1, id: '7' },
  ] as const
  for (const format of formats) {
    const whole = utf8(written(format, records))
    for (let length = 0; length < whole.length - 1; length++)
      expect(problemOf(whole.subarray(0, length))).not.toBe('none')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(whole.length), (noise, at) => {
        problemOf(Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at)]))
      }),
    )
  }
})

test('[I02] files of other sites are parsed, and unsupported entries are counted', () => {
  const file = read(
    `<?xml version="1.0" encoding="UTF-8"?><i><chatserver>chat.example</chatserver><chatid>1</chatid>
    ${d('开场了！', '12.50000,5,25,16711680,1795000000,0,a1b2c3d4,29950852386521095,10')}
    ${d('小字\u0008\n两行', '0,4,12,255,0,0,,')}${d('倒着飞', '3,6,64,0')}
    ${d('[0,0,"1-1",4.5,"定位"]', '3,7,25,0,0,1,a,1')}${d(' ', '3,1,25,0')}${d('负的', '-3,1,25,0')}<d>没有时间</d></i>`,
  )
  expect(file).toMatchObject({ format: 'bilibili', faults: 4 })
  const none = { sender: '', sentSec: 0, id: '' }
  expect(file.records).toEqual([
    {
      atMs: 12_500,
      mode: 'top',
      color: 0xff0000,
      size: 25,
      text: '开场了！',
      sender: 'a1b2c3d4',
      sentSec: 1_795_000_000,
      id: '29950852386521095',
    },
    { ...none, atMs: 0, mode: 'bottom', color: 255, size: 18, text: '小字 两行' },
    { ...none, atMs: 3000, mode: 'reverse', color: 0, size: 36, text: '倒着飞' },
  ])
  expect(
    read('{"code":0,"data":[[3.2,0,16777215,"小云","来&lt;b&gt;了"],[4,"top","#0f0","a",7],[5,9,1,"",""],3]}'),
  ).toEqual({
    format: 'dplayer',
    faults: 2,
    records: [
      { ...none, atMs: 3200, mode: 'scroll', color: 0xffffff, size: 25, text: '来<b>了', sender: '小云' },
      { ...none, atMs: 4000, mode: 'top', color: 0x00ff00, size: 25, text: '7', sender: 'a' },
    ],
  })
  expect(read('{"count":1,"comments":[{"cid":123,"p":"12.34,5,16777215,10086","m":"正文"}]}')).toMatchObject({
    format: 'dandanplay',
    records: [{ atMs: 12_340, mode: 'top', sender: '10086', text: '正文', id: '123' }],
  })
  expect(
    read('[{"text":"a","time":1,"mode":"static","color":"#ff"},{"text":"b"},{"text":"c","time":2}]'),
  ).toMatchObject({
    format: 'artplayer',
    faults: 1,
    records: [
      { mode: 'top', color: 255 },
      { mode: 'scroll', color: 0xffffff },
    ],
  })
})

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }),
    fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '&lt;b&gt;',
      ']]>',
      '"\'`',
      '\u202e反',
      'a\u0301'.repeat(50),
      '👨‍👩‍👧',
      '𠮷野家',
    ),
  )
  .map((given) => cleanDanmakuText(given))
  .filter((given) => given !== '')
const aRecord = fc.record<DanmakuRecord>({
  atMs: fc.integer({ min: 0, max: 2_000_000_000_000 }),
  mode: fc.constantFrom('scroll', 'top', 'bottom', 'reverse'),
  color: fc.integer({ min: 0, max: 0xffffff }),
  size: fc.constantFrom(18, 25, 36),
  text,
  sender: fc.stringMatching(/^[\w-]{0,16}$/),
  sentSec: fc.integer({ min: 0, max: 4_000_000_000 }),
  id: fc.oneof(fc.constant(''), fc.bigInt({ min: 1n, max: 10n ** 19n }).map(String)),
})

test('[I02] every format preserves time to 0.01 s, mode, colour and text; only Bilibili has right-moving danmaku', () => {
  fc.assert(
    fc.property(fc.array(aRecord, { maxLength: 20 }), fc.constantFrom(...formats), (records, format) => {
      const { records: back, faults } = read(written(format, records))
      expect({ faults, count: back.length }).toEqual({ faults: 0, count: records.length })
      for (const [at, record] of records.entries()) {
        expect(Math.abs((back[at]?.atMs ?? Number.NaN) - record.atMs)).toBeLessThanOrEqual(10)
        const { color, text: said } = record
        const isLost = format !== 'bilibili' && record.mode === 'reverse'
        expect(back[at]).toMatchObject({ color, text: said, mode: isLost ? 'scroll' : record.mode })
      }
    }),
    { numRuns: 300 },
  )
})

test('[I02] Bilibili’s format preserves all fields; the others drop the size, and ArtPlayer’s also the sender', () => {
  fc.assert(
    fc.property(aRecord, (record) => {
      expect(read(written('bilibili', [record])).records).toEqual([{ ...record, id: record.id || '0' }])
      for (const format of formats.slice(1)) {
        const sender = format === 'artplayer' ? '' : record.sender
        expect(read(written(format, [record])).records).toMatchObject([{ size: 25, sender }])
      }
    }),
  )
})

test('[I02] DPlayer output contains no HTML, and XML output no characters that XML forbids', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (given) => {
      const record = {
        atMs: 0,
        mode: 'scroll',
        color: 0,
        size: 25,
        text: `<${given}>`,
        sender: given,
        sentSec: 0,
        id: '',
      } as const
      expect(written('dplayer', [record])).not.toMatch(/[<>']/)
      expect(read(written('bilibili', [record])).records).toHaveLength(1)
    }),
  )
})

test('[I04] cleaned text is one line of complete, visible characters, and cleaning is idempotent', () => {
  expect(cleanDanmakuText(' 一\r\n二\t\u0000三 ')).toBe('一 二 三')
  expect(cleanDanmakuText('\u202e反\u2066着\u200b写\ufeff')).toBe('反着写')
  expect(cleanDanmakuText('\u3164\u2800 \u200d')).toBe('')
  expect(cleanDanmakuText('a\u0301\u0302\u0303\u0304\u0305')).toBe('a\u0301\u0302\u0303')
  for (const kept of ['👨‍👩‍👧', '👍🏽', '❤️', '𠮷', '1️⃣', '“引号”，。！？ＡＢ', 'สวัสดี', '가나'])
    expect(cleanDanmakuText(kept)).toBe(kept)
  expect(cleanDanmakuText('\ud83dx')).toBe('x')
  expect([...cleanDanmakuText('𠮷'.repeat(150))]).toHaveLength(100)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const once = cleanDanmakuText(given)
      expect(cleanDanmakuText(once)).toBe(once)
      expect(once).not.toMatch(/[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u)
      expect([...once].length).toBeLessThanOrEqual(100)
    }),
    { numRuns: 2000 },
  )
})
