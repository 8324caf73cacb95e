import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ChannelListError,
  noChannel,
  readChannelAddress,
  readChannelList,
  readChannelTxt,
  readM3u,
  writeM3u,
  type ChannelEntry,
  type ChannelList,
} from './index.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

function problemOf(read: (bytes: Uint8Array) => ChannelList, bytes: Uint8Array): string {
  try {
    read(bytes)
    return 'none'
  } catch (err) {
    if (err instanceof ChannelListError) return err.problem
    throw err
  }
}

test('[G03] a file that is no channel list is refused with its reason', () => {
  expect(problemOf(readM3u, utf8(''))).toBe('foreign')
  expect(problemOf(readM3u, utf8('<html></html>'))).toBe('foreign')
  expect(problemOf(readM3u, utf8('#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts'))).toBe('stream')
  expect(problemOf(readM3u, utf8('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720.m3u8'))).toBe('stream')
  expect(problemOf(readM3u, new Uint8Array(33 * 1024 * 1024))).toBe('size')
  expect(problemOf(readChannelTxt, utf8('只有一行'))).toBe('foreign')
  expect(problemOf(readChannelTxt, utf8('央视,#genre#\n'))).toBe('foreign')
})

test('[G03] invalid lines are counted, and the others are parsed', () => {
  const list = readM3u(
    utf8(
      [
        '#EXTM3U',
        'http://a.example/nameless',
        '#EXTINF:-1,没有地址',
        '#EXTINF:-1,本机文件',
        'file:///etc/passwd',
        '#EXTINF:-1,脚本',
        'javascript:alert(1)',
        '#EXTINF:-1,好的',
        'http://a.example/1',
        '#EXTINF:-1,悬着的',
      ].join('\n'),
    ),
  )
  expect(list.entries.map(({ name }) => name)).toEqual(['好的'])
  expect(list.faults).toBe(5)
})

test('[G03] random bytes do not break the parsers', () => {
  const words = fc.constantFrom(
    '#EXTM3U',
    '#EXTINF:-1',
    ',',
    '"',
    '\n',
    '=',
    'tvg-id',
    '#genre#',
    'http://a/',
    '|',
    '$',
    '{',
    '#',
  )
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(words).map((parts) => utf8(parts.join(''))),
  )
  fc.assert(
    fc.property(noise, (bytes) => {
      for (const read of [readM3u, readChannelTxt, readChannelList]) expect(problemOf(read, bytes)).not.toBe('size')
    }),
  )
  const quotes = utf8(`#EXTM3U\n${'#EXTINF:-1 a="b" ,'.repeat(800)}x\nhttp://a.example/1`)
  expect(readM3u(quotes).entries.length).toBe(1)
})

test('[G03] M3U lists are parsed with any line ending and with a byte order mark', () => {
  const text = [
    '#EXTM3U x-tvg-url="https://a.example/e.xml.gz,https://b.example/e.xml" catchup="append" catchup-source="?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}" catchup-days="7"',
    '#EXTINF:-1 tvg-id="CCTV1" tvg-name="CCTV-1" tvg-logo="https://a.example/1.png" tvg-chno="1" tvg-shift="-1.5" group-title="央视,高清",CCTV-1, 综合',
    '#EXTVLCOPT:http-user-agent=VLC one',
    'http://a.example/1?x=1&y=2|User-Agent=Kodi%2F20&Referer=http://b.example/$线路2',
    '#EXTINF:-1 group-title=卫视 catchup="none",湖南卫视',
    '#KODIPROP:inputstream=inputstream.adaptive',
    'rtmp://a.example/live/2',
  ]
  const expected: ChannelEntry[] = [
    {
      ...noChannel,
      name: 'CCTV-1, 综合',
      url: 'http://a.example/1?x=1&y=2',
      label: '线路2',
      group: '央视,高清',
      logo: 'https://a.example/1.png',
      tvgId: 'CCTV1',
      tvgName: 'CCTV-1',
      number: 1,
      shiftMinutes: -90,
      catchup: {
        type: 'append',
        days: 7,
        source: '?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}',
      },
      userAgent: 'Kodi/20',
    },
    { ...noChannel, name: '湖南卫视', url: 'rtmp://a.example/live/2', group: '卫视' },
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    expect(readM3u(utf8(`\ufeff${text.join(end)}`))).toEqual({
      entries: expected,
      guides: ['https://a.example/e.xml.gz', 'https://b.example/e.xml'],
      faults: 0,
    })
  }
  expect(readM3u(new Uint8Array(Buffer.from(`\ufeff${text.join('\n')}`, 'utf16le'))).entries).toEqual(expected)
})

test('[G03] a list in GB18030 is parsed', () => {
  const bytes = Buffer.concat([
    utf8('#EXTM3U\n#EXTINF:-1,'),
    Buffer.from([0xd6, 0xd0, 0xd1, 0xeb, 0xd2, 0xbb, 0xcc, 0xa8]),
    utf8('\nhttp://a.example/1\n'),
  ])
  expect(readM3u(bytes).entries.map(({ name }) => name)).toEqual(['中央一台'])
})

test('[G03] lines of names and addresses are parsed with groups and several addresses per name', () => {
  const text = [
    '央视,#genre#',
    'CCTV-1,http://a.example/1#http://a.example/2$备用',
    'CCTV-1，http://b.example/1',
    '坏的,file:///etc/passwd',
    '卫视,#genre#',
    '湖南卫视,srt://a.example:9000?streamid=1',
  ].join('\r\n')
  const { entries, faults } = readChannelList(utf8(text))
  expect(entries.map(({ group, name, url, label }) => [group, name, url, label])).toEqual([
    ['央视', 'CCTV-1', 'http://a.example/1', ''],
    ['央视', 'CCTV-1', 'http://a.example/2', '备用'],
    ['央视', 'CCTV-1', 'http://b.example/1', ''],
    ['卫视', '湖南卫视', 'srt://a.example:9000?streamid=1', ''],
  ])
  expect(faults).toBe(1)
})

test('[G03] an address with a template is preserved, and an address that cannot be recorded is skipped', () => {
  expect(readChannelAddress('http://a.example/${(b)yyyy}/1$甲')).toMatchObject({ label: '甲' })
  for (const text of [
    '',
    'a.example/1',
    'file:///x',
    'http://',
    'http://a b',
    'data:text/plain,x',
    'http://a.example/"><script>',
    'rtsp://a.example/1',
    'rtmps://a.example/live/1',
    'mms://a.example/1',
  ])
    expect([text, readChannelAddress(text)]).toEqual([text, null])
})

const word = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}"\ufeff\ufffe\uffff]+/gu, ' ')
    .trim(),
)
const named = word.filter((text) => text !== '' && !/[=,]/.test(text))
const url = fc.webUrl({ withQueryParameters: true }).filter((text) => readChannelAddress(text)?.url === text)
const anyEntry: fc.Arbitrary<ChannelEntry> = fc.record({
  name: named,
  url,
  label: word.map((text) => text.replace(/[\s${}|]+/g, ' ').trim()),
  group: word,
  logo: fc.oneof(
    fc.constant(''),
    url.filter((text) => !/[\\<>"]/.test(text)),
  ),
  tvgId: word,
  tvgName: word,
  number: fc.nat(9999),
  shiftMinutes: fc.integer({ min: -46, max: 46 }).map((halves) => halves * 30),
  catchup: fc.option(
    fc.record({
      type: fc.constantFrom('default', 'append', 'shift', 'flussonic'),
      days: fc.nat(30),
      source: fc.constantFrom('', '?utc={utc}', '?playseek=${(b)yyyyMMddHHmmss}'),
    }),
  ),
  userAgent: word,
})

test('[G03] a written list is parsed back to the same entries', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 6 }), (entries) => {
      const guides = ['https://a.example/guide.xml']
      expect(readM3u(utf8(writeM3u(entries, guides)))).toEqual({ entries, guides, faults: 0 })
    }),
  )
})
