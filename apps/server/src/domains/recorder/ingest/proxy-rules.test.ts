import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../../../platform/process/keyed-hash.ts'
import { looksLikePlaylist, parseProxyPath, proxyPath, proxyPlaylist } from './proxy-rules.ts'

const hash = createKeyedHash('s'.repeat(32))
const base = new URL('https://a.example/live/one/index.m3u8?k=1')
const rewrite = (text: string) => proxyPlaylist(hash, text, base, 'VLC')

/** The targets of the URLs in a rewritten playlist. */
const opened = (text: string): (string | undefined)[] =>
  [...text.matchAll(/\/[\w-]{40,}\/x\.\w+/g)].map(([path]) => parseProxyPath(hash, path)?.url)

test('[G03] the proxy fetches only targets that it has authenticated itself', () => {
  const path = proxyPath(hash, { url: 'https://a.example/x.ts', userAgent: '' })
  const other = proxyPath(createKeyedHash('t'.repeat(32)), { url: 'https://a.example/x.ts', userAgent: '' })
  const swapped = path.slice(0, 17) + proxyPath(hash, { url: 'http://10.0.0.1/', userAgent: '' }).slice(17)
  for (const bad of [other, swapped, '/', '/x', path.slice(1), `${path}/..`, '/https://a.example/'])
    expect(parseProxyPath(hash, bad)).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => parseProxyPath(hash, `/${text}`) === undefined))
})

test('[G03] a proxy path says nothing of its target, and is the same for the same one', () => {
  const target = { url: 'http://a.example/live/mei/geheim/7.m3u8', userAgent: 'VLC' }
  const path = proxyPath(hash, target)
  expect(Buffer.from(path, 'base64url').toString('latin1')).not.toMatch(/geheim|a\.example/)
  expect(path).toMatch(/^\/[\w-]+\/x\.m3u8$/)
  expect(proxyPath(hash, target)).toBe(path)
})

test('[G03] any target is restored from its proxy path unchanged', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 50 }), (url, userAgent) => {
      expect(parseProxyPath(hash, proxyPath(hash, { url, userAgent }))).toEqual({ url, userAgent })
    }),
  )
})

test("[G03] every address of a remote playlist goes through the proxy, resolved against the playlist's URL", () => {
  const text = rewrite(
    [
      '#EXTM3U',
      '#EXT-X-KEY:METHOD=AES-128,URI="key.bin",IV=0x1',
      '#EXT-X-MAP:URI="/init.mp4"',
      '#EXT-X-MEDIA: TYPE=AUDIO, URI="//b.example/a.m3u8",NAME="x, y"',
      '#EXT-X-MAP:BYTERANGE="9@0",URI=http://127.0.0.1/q',
      '#EXTINF:4,',
      'seg-1.ts?x=2',
      '',
      'file:///etc/passwd',
    ].join('\r\n'),
  )
  expect(opened(text ?? '')).toEqual([
    'https://a.example/live/one/key.bin',
    'https://a.example/init.mp4',
    'https://b.example/a.m3u8',
    'http://127.0.0.1/q',
    'https://a.example/live/one/seg-1.ts?x=2',
    'file:///etc/passwd',
  ])
  expect(text).not.toContain('a.example')
  expect(text).toContain('#EXT-X-KEY:METHOD=AES-128,URI="/')
  expect(text).toContain(',IV=0x1')
  expect(text).toContain('#EXT-X-MEDIA:TYPE=AUDIO,URI="/')
  expect(text).toContain(',NAME="x, y"')
})

test('[G03] a playlist that parsers could read differently is refused', () => {
  for (const line of [
    '#\0http://10.0.0.1/x',
    'seg\0http://10.0.0.1/x',
    '#EXTINF:2,\x0bhttp://10.0.0.1/x',
    '#EXT-X-KEY:METHOD=AES-128,KEYFORMAT="\\",URI=http://10.0.0.1/k,X="\\"',
    '#EXT-X-MAP:X="URI=http://10.0.0.1/m',
    '#EXT-X-MEDIA:TYPE=AUDIO,URI="a"b"',
  ])
    expect(rewrite(`#EXTM3U\n${line}\n`), JSON.stringify(line)).toBeUndefined()
})

test('[G03] unknown tags and attributes are removed', () => {
  const known = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', '#EXT-X-DISCONTINUITY', '#EXTINF:2,名 "x"', '#EXT-X-ENDLIST']
  const strange = [
    '#EXT-X-PART:DURATION=1,URI="p.m4s"',
    '#EXT-X-DISCONTINUITY http://10.0.0.1/x',
    '# URI=http://10.0.0.1/x',
  ]
  const mixed = known.flatMap((line, at) => [line, strange[at] ?? ''])
  expect(rewrite(['\ufeff#EXTM3U', ...mixed.slice(1)].join('\n'))).toBe(`${known.join('\n')}\n`)
})

test('[G03] no line of any playlist leads past the proxy', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (lines) => {
      const text = rewrite(['#EXTM3U', ...lines].join('\n')) ?? ''
      const addresses = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
      expect(addresses.every((line) => parseProxyPath(hash, line) !== undefined)).toBe(true)
    }),
  )
})

test('[G03] for any tag the only address that ffmpeg can find is one of the proxy', () => {
  const piece = fc.constantFrom('URI', '=', '"', ',', ' ', '\\', '\t', 'X', 'http://10.0.0.1/x', "'", '\u00a0')
  fc.assert(
    fc.property(fc.constantFrom('KEY', 'MAP', 'MEDIA'), fc.array(piece, { maxLength: 20 }), (tag, pieces) => {
      const text = rewrite(`#EXTM3U\n#EXT-X-${tag}:${pieces.join('')}\n`)
      for (const uri of text === undefined ? [] : urisAsFfmpegReads(text))
        expect(parseProxyPath(hash, uri)).toBeDefined()
    }),
    { numRuns: 2000 },
  )
})

/** Parses attributes as leniently as ffmpeg: from one equals sign to the next, with or without quotes, with escapes. */
function urisAsFfmpegReads(text: string): string[] {
  const list = /^#EXT-X-\w+:(.*)$/m.exec(text)?.[1] ?? ''
  const pairs = list.matchAll(/[\s,]*([^=]*)=(?:"((?:\\[^]|[^"\\])*)"?|([^\s,]*))/g)
  return [...pairs].flatMap(([, name, quoted, bare]) => (name === 'URI' ? [quoted ?? bare ?? ''] : []))
}

test('[G03] a playlist that is too long is refused', () => {
  expect(rewrite('#EXTM3U\n'.repeat(20_001))).toBeUndefined()
})

test('[G03] a playlist is recognised by its first bytes', () => {
  expect(looksLikePlaylist(Buffer.from('#EXTM3U\n'))).toBe(true)
  expect(looksLikePlaylist(Buffer.from('\ufeff#EXTM3U'))).toBe(true)
  expect(looksLikePlaylist(Buffer.from('<html>#EXTM3U'))).toBe(false)
  expect(looksLikePlaylist(Buffer.alloc(0))).toBe(false)
})
