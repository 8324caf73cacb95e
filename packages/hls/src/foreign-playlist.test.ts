import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ForeignPlaylistError,
  parseForeignPlaylist,
  rewriteForeignPlaylist,
  type ForeignPart,
} from './foreign-playlist.ts'

const base = 'https://a.example/films/7/index.m3u8?t=1'
const lines = (...list: string[]): string => ['#EXTM3U', ...list].join('\n')
const rewrite = (text: string): { text: string; parts: ForeignPart[] } => {
  const parts: ForeignPart[] = []
  const written = rewriteForeignPlaylist(text, base, (part) => `p${parts.push(part) - 1}`)
  return { text: written, parts }
}

describe('refused', () => {
  test.each([
    ['no playlist', '<html>'],
    ['an empty text', ''],
    ['a file', lines('#EXTINF:4,', 'file:///etc/passwd')],
    ['data', lines('#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AAAA"')],
    ['credentials', lines('#EXTINF:4,', 'http://user:pass@b.example/1.ts')],
    ['a script', lines('#EXT-X-MEDIA:TYPE=AUDIO,NAME="a",GROUP-ID="a",URI="javascript:alert(1)"')],
    [
      'protected content',
      lines('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"'),
    ],
    ['variables', lines('#EXT-X-DEFINE:NAME="h",VALUE="//10.0.0.1"', '#EXTINF:4,', '{$h}/1.ts')],
    ['malformed attributes', lines('#EXT-X-MEDIA:NAME="x,URI=",URI="https://b.example/"y')],
    ['a malformed byte range', lines('#EXT-X-BYTERANGE:-1@0', '#EXTINF:4,', '1.ts')],
    ['a malformed duration', lines('#EXTINF:x,', '1.ts')],
    ['a long line', lines(`#EXTINF:4,${'x'.repeat(9000)}`)],
    ['too many lines', lines(...Array<string>(70_000).fill(''))],
  ])('[M02] a playlist with %s', (_, text) => {
    expect(() => parseForeignPlaylist(text, base)).toThrow(ForeignPlaylistError)
    expect(() => rewrite(text)).toThrow(ForeignPlaylistError)
  })
})

test('[M02] segments, keys, maps and byte ranges lead elsewhere', () => {
  const { text, parts } = rewrite(
    lines(
      '#EXT-X-VERSION:7',
      '# a comment https://b.example/secret',
      '#EXT-X-KEY:METHOD=AES-128,URI="../key.bin",IV=0x0123,KEYFORMAT="identity"',
      '#EXT-X-MAP:URI="init.mp4",BYTERANGE="800@0"',
      '#EXT-X-BYTERANGE:1000@800',
      '#EXTINF:4.004,https://b.example/title',
      'film.mp4',
      '#EXT-X-BYTERANGE:500',
      '#EXTINF:4,',
      'film.mp4',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-UNKNOWN:URI="https://b.example/unknown"',
      '#EXTINF:2,',
      '//b.example/ad/1.ts#x',
      '#EXT-X-ENDLIST',
    ),
  )
  expect(text).toBe(
    lines(
      '#EXT-X-VERSION:7',
      '#EXT-X-KEY:METHOD=AES-128,URI="p0",IV=0x0123',
      '#EXT-X-MAP:URI="p1"',
      '#EXTINF:4.004000,',
      'p2',
      '#EXTINF:4.000000,',
      'p3',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:2.000000,',
      'p4',
      '#EXT-X-ENDLIST\n',
    ),
  )
  const film = 'https://a.example/films/7/film.mp4'
  expect(parts).toEqual(
    [
      { kind: 'key', url: 'https://a.example/films/key.bin', range: null },
      { kind: 'map', url: 'https://a.example/films/7/init.mp4', range: { first: 0, last: 799 } },
      { kind: 'segment', url: film, range: { first: 800, last: 1799 } },
      { kind: 'segment', url: film, range: { first: 1800, last: 2299 } },
      { kind: 'segment', url: 'https://b.example/ad/1.ts', range: null },
    ].map((part) => expect.objectContaining(part)),
  )
})

test('[M02] the playlists of a master playlist lead elsewhere, renditions for trick play are left out', () => {
  const { text, parts } = rewrite(
    lines(
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="国语",DEFAULT=YES,URI="a/index.m3u8",X-OTHER="https://b.example"',
      '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a"',
      '/v/720.m3u8',
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"',
    ),
  )
  expect(text).toBe(
    lines(
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="国语",DEFAULT=YES,URI="p0"',
      '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a"',
      'p1\n',
    ),
  )
  expect(parts.map(({ kind, url }) => [kind, url])).toEqual([
    ['playlist', 'https://a.example/films/7/a/index.m3u8'],
    ['playlist', 'https://a.example/v/720.m3u8'],
  ])
})

test('[M02] a playlist tells its lengths, groups and variants', () => {
  const media = lines(
    '#EXTINF:4,',
    '1.ts',
    '#EXT-X-DISCONTINUITY',
    '#EXTINF:2.5,',
    'http://b.example/2.ts',
    '#EXT-X-ENDLIST',
  )
  expect(parseForeignPlaylist(`\uFEFF${media.replaceAll('\n', '\r\n')}`, base)).toMatchObject({
    isMaster: false,
    isComplete: true,
    segments: [
      { url: 'https://a.example/films/7/1.ts', durationMs: 4000, group: 0 },
      { url: 'http://b.example/2.ts', durationMs: 2500, group: 1 },
    ],
  })
  const master = lines('#EXT-X-STREAM-INF:BANDWIDTH=5,RESOLUTION=1920x1080', 'x.m3u8')
  expect(parseForeignPlaylist(master, base)).toMatchObject({
    isMaster: true,
    variants: [{ url: 'https://a.example/films/7/x.m3u8', bandwidth: 5, height: 1080 }],
  })
})

test('[M02] whatever the text, nothing of its addresses is left in what is written', () => {
  const marker = 'hostile.example'
  const address = fc.constantFrom(`https://${marker}/1.ts`, `//${marker}/2`, `${marker}/3`, `HTTP://${marker}/x#y`)
  const line = fc.oneof(
    address,
    address.map((url) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="b",URI="${url}"`),
    address.map((url) => `#EXT-X-MEDIA:NAME="c,URI=",URI="${url}"`),
    address.map((url) => `#EXT-X-KEY:METHOD=AES-128,URI="${url}"`),
    address.map((url) => `#EXT-X-MAP:URI="${url}",BYTERANGE="10"`),
    address.map((url) => `#EXT-X-PART:URI="${url}"`),
    address.map((url) => `# ${url}`),
    address.map((url) => `#EXTINF:4,${url}`),
    fc.constantFrom('#EXT-X-STREAM-INF:BANDWIDTH=1', '#EXT-X-DISCONTINUITY', '#EXT-X-BYTERANGE:5', ''),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (given) => {
      try {
        expect(rewrite(lines(...given)).text).not.toContain(marker)
      } catch (err) {
        if (!(err instanceof ForeignPlaylistError)) throw err
      }
    }),
  )
})
