import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readXmltv,
  readXmltvTime,
  renderXmltvTime,
  writeXmltv,
  XmltvError,
  type XmltvChannel,
  type XmltvEntry,
  type XmltvOptions,
  type XmltvProgramme,
} from './index.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

async function entriesOf(bytes: Uint8Array | string, options: XmltvOptions = {}, piece = 1000): Promise<XmltvEntry[]> {
  const all = typeof bytes === 'string' ? utf8(bytes) : bytes
  const pieces = Array.from({ length: Math.ceil(all.length / piece) }, (_, at) =>
    all.subarray(at * piece, (at + 1) * piece),
  )
  const entries: XmltvEntry[] = []
  for await (const batch of readXmltv(pieces, options)) entries.push(...batch)
  return entries
}

async function problemOf(bytes: Uint8Array | string, options: XmltvOptions = {}): Promise<string> {
  const read = await entriesOf(bytes, options, 65_536).then(
    () => 'none',
    (err: unknown) => err,
  )
  if (read instanceof XmltvError) return read.problem
  if (read instanceof Error) throw read
  return String(read)
}

const guide = (inside: string, head = '<?xml version="1.0" encoding="UTF-8"?>'): string => `${head}<tv>${inside}</tv>`
const aProgramme = (
  parts = '<title>新闻联播</title>',
  attributes = 'start="20261121190000 +0800" channel="1"',
): string => `<programme ${attributes}>${parts}</programme>`

test.each([
  ['nothing', '', 'foreign'],
  ['blank', ' \n\n ', 'foreign'],
  ['a web page', '<!DOCTYPE html><html><body>404</body></html>', 'foreign'],
  ['a list of channels', '#EXTM3U\n#EXTINF:-1,CCTV-1\nhttp://a.example/1', 'malformed'],
  ['JSON', '{"code":404}', 'malformed'],
  ['a guide that is cut within an entry', guide(aProgramme()).slice(0, -20), 'cut'],
  ['a guide that is cut between entries', guide(aProgramme()).slice(0, -5), 'cut'],
  ['tags that cross', guide('<channel id="1"><display-name>a</channel></display-name>'), 'malformed'],
  ['an ampersand by itself', guide(aProgramme('<title>A & B; C</title>')), 'entities'],
  ['an entity of HTML', guide(aProgramme('<title>a&nbsp;b</title>')), 'entities'],
  ['something behind the end', `${guide('')}<tv/>`, 'malformed'],
  ['a character that XML does not know', guide(aProgramme('<title>a\u0001</title>')), 'malformed'],
  ['an encoding nobody knows', guide('', '<?xml version="1.0" encoding="klingon"?>'), 'encoding'],
  ['deep nesting', guide('<a>'.repeat(200)), 'depth'],
  ['an endless text', guide(aProgramme(`<title>${'长'.repeat(600_000)}</title>`)), 'text'],
  ['an endless attribute', guide(`<channel id="${'x'.repeat(600_000)}"/>`), 'text'],
  ['an endless name', guide(`<${'x'.repeat(600_000)}/>`), 'text'],
  ['an endless comment', guide(`<!--${'x'.repeat(600_000)}-->`), 'text'],
  ['an endless beginning', `${' '.repeat(100)}<!DOCTYPE tv ${' '.repeat(600_000)}>${guide('')}`, 'foreign'],
  [
    'a thousand attributes',
    guide(`<channel ${Array.from({ length: 1000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
    'text',
  ],
])('[G04] %s is refused with its reason', async (_, text, problem) => {
  expect(await problemOf(text)).toBe(problem)
})

test('[G04] a file that defines entities is refused before any is expanded or fetched', async () => {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const bomb = `<?xml version="1.0"?><!DOCTYPE tv [<!ENTITY l0 "哈">${laughs}]><tv>${aProgramme('<title>&l9;</title>')}</tv>`
  expect(await problemOf(bomb)).toBe('entities')
  const outside =
    '<!DOCTYPE tv [<!ENTITY x SYSTEM "file:///etc/passwd">]><tv><channel id="1"><display-name>&x;</display-name></channel></tv>'
  expect(await problemOf(outside)).toBe('entities')
  expect(await problemOf('<!DOCTYPE tv [<!ENTITY % p SYSTEM "http://a.example/x.dtd">%p;]><tv/>')).toBe('entities')
})

test('[G04] a guide larger than allowed is refused, by bytes and by programmes', async () => {
  expect(await problemOf(guide(aProgramme().repeat(100)), { maxBytes: 1000 })).toBe('size')
  expect(await problemOf(guide(aProgramme().repeat(11)), { maxProgrammes: 10 })).toBe('programmes')
  expect(await problemOf(guide(aProgramme().repeat(10)), { maxProgrammes: 10 })).toBe('none')
})

test('[G04] bytes that are invalid in the declared encoding are refused at any position', async () => {
  const wrong = Buffer.concat([utf8(guide(aProgramme().repeat(3000))), Buffer.from([0xd6, 0xd0])])
  expect(await problemOf(wrong)).toBe('encoding')
  const gbSaysUtf8 = Buffer.from(guide(aProgramme('<title>#</title>'))).map((byte) => (byte === 0x23 ? 0xd6 : byte))
  expect(await problemOf(gbSaysUtf8)).toBe('encoding')
})

test('[G04] a truncated guide is never accepted as complete, and random bytes do not break the parser', async () => {
  const whole = utf8(`\ufeff${guide(`<channel id="1"><display-name>综合</display-name></channel>${aProgramme()}`)}`)
  for (let length = 0; length < whole.length; length++)
    expect(await problemOf(whole.subarray(0, length))).not.toBe('none')
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(whole.length), async (noise, at) => {
      await problemOf(Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at)]))
    }),
  )
})

test('[G04] a programme without time, title or channel is a fault, and the others are parsed', async () => {
  const entries = await entriesOf(
    guide(
      [
        aProgramme('<title>a</title>', 'start="gestern" channel="1"'),
        aProgramme('<title>  </title>'),
        aProgramme('<title>a</title>', 'start="20261121190000"'),
        aProgramme('<title>a</title>', 'start="20261121190000" stop="20261121180000" channel="1"'),
      ].join(''),
    ),
  )
  expect(entries).toMatchObject([
    { kind: 'fault', part: 'start' },
    { kind: 'fault', part: 'title' },
    { kind: 'fault', part: 'channel' },
    { kind: 'programme', stopSec: null },
  ])
})

test('[G04] guides of common sources are parsed', async () => {
  const text = `<?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE tv SYSTEM "xmltv.dtd">
    <tv generator-info-name="x">
      <channel id="CCTV1.cn"><display-name lang="en">CCTV-1</display-name><display-name lang="zh">CCTV-1 综合</display-name>
        <icon src="http://a.example/1.png"/></channel>
      <programme start="20261121190000" stop="20261121193000 +0900" channel="CCTV1.cn">
        <title lang="en">News</title><title lang="zh">新闻&amp;联播 <![CDATA[<晚间>]]></title>
        <sub-title>第二行</sub-title><desc>一\r\n二&#10;&#x4e09;</desc>
        <category lang="zh">新闻</category><category lang="zh">直播</category><category lang="en">News</category>
        <credits><actor>某人</actor></credits><episode-num system="xmltv_ns">1.4.0/2</episode-num><icon src="javascript:alert(1)"/>
      </programme>
    </tv>`
  expect(await entriesOf(text, {}, 7)).toEqual([
    { kind: 'channel', id: 'CCTV1.cn', names: ['CCTV-1 综合', 'CCTV-1'], icon: 'http://a.example/1.png' },
    {
      kind: 'programme',
      channel: 'CCTV1.cn',
      startSec: Date.UTC(2026, 10, 21, 11) / 1000,
      stopSec: null,
      title: '新闻&联播 <晚间>',
      subtitle: '第二行',
      description: '一\n二\n三',
      categories: ['新闻', '直播'],
      episode: '第2季第5集',
      icon: '',
    },
  ])
})

test.each([
  ['GB18030 that is declared', '<?xml version="1.0" encoding="GB2312"?>', [0xd6, 0xd0]],
  ['GB18030 that nothing is said of', '', [0xd6, 0xd0]],
  ['Big5', '<?xml version="1.0" encoding="Big5"?>', [0xa4, 0xa4]],
])('[G04] a guide in %s is parsed', async (_, head, bytes) => {
  const [before = '', after = ''] = guide(aProgramme('<title>#</title>'), head).split('#')
  const entries = await entriesOf(Buffer.concat([utf8(before), Buffer.from(bytes), utf8(after)]), {}, 3000)
  expect(entries).toMatchObject([{ title: '中' }])
})

test.each(['utf-16le', 'utf-16be'])('[G04] a guide in %s is parsed', async (encoding) => {
  const bytes = Buffer.from(`\ufeff${guide(aProgramme(), '<?xml version="1.0" encoding="UTF-16"?>')}`, 'utf16le')
  const entries = await entriesOf(encoding === 'utf-16le' ? bytes : bytes.swap16(), {}, 3)
  expect(entries).toMatchObject([{ title: '新闻联播' }])
})

const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
  .filter((text) => text !== '')
const maybe = fc.oneof(fc.constant(''), line)
const icon = fc.oneof(
  fc.constant(''),
  fc.webUrl({ withQueryParameters: true }).filter((url) => /^https?:\/\/[^\s"<>\\]+$/.test(url)),
)
const aChannel = fc.record<XmltvChannel>({
  kind: fc.constant('channel'),
  id: line,
  names: fc.uniqueArray(line, { maxLength: 4 }),
  icon,
})
const seconds = fc.integer({ min: 86_400, max: 4_000_000_000 })
const anyProgramme: fc.Arbitrary<XmltvProgramme> = fc
  .record({
    kind: fc.constant('programme' as const),
    channel: line,
    startSec: seconds,
    lasting: fc.option(fc.integer({ min: 1, max: 90_000 })),
    title: line,
    subtitle: maybe,
    description: fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n')),
    categories: fc.uniqueArray(line, { maxLength: 4 }),
    episode: maybe,
    icon,
  })
  .map(({ lasting, ...programme }) => ({
    ...programme,
    stopSec: lasting === null ? null : programme.startSec + lasting,
  }))

test('[G04] written output is parsed back to the same entries, in any zone and split anywhere', async () => {
  const zone = fc.integer({ min: -12 * 60, max: 14 * 60 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(aChannel, { maxLength: 3 }),
      fc.array(anyProgramme, { maxLength: 5 }),
      zone,
      fc.integer({ min: 1, max: 500 }),
      async (channels, programmes, zoneMinutes, piece) => {
        const entries = [...channels, ...programmes]
        const text = [...writeXmltv(entries, { generator: '云幕 "测试"', zoneMinutes })].join('')
        expect(await entriesOf(text, {}, piece)).toEqual(entries)
      },
    ),
  )
})

test('[G04] times are parsed in every form, and formatted back', () => {
  const noon = Date.UTC(2026, 10, 21, 12) / 1000
  const china = 8 * 60
  for (const text of [
    '20261121200000 +0800',
    '20261121200000+0800',
    '20261121120000 Z',
    '20261121200000',
    '202611212000',
    '20261121130000 +01:00',
  ])
    expect([text, readXmltvTime(text, china)]).toEqual([text, noon])
  expect(readXmltvTime('20261121240000', china)).toBe(readXmltvTime('20261122000000', china))
  for (const text of [
    '',
    'x',
    '20261321000000',
    '20260230000000',
    '20261121250000',
    '20261121006000',
    '00000000000000',
    '20261121200000 +2500',
  ])
    expect([text, readXmltvTime(text, china)]).toEqual([text, null])
  fc.assert(
    fc.property(seconds, fc.integer({ min: -12 * 60, max: 14 * 60 }), (sec, zone) => {
      expect(readXmltvTime(renderXmltvTime(sec, zone), 0)).toBe(sec)
    }),
  )
})
