import { expect, test } from 'vitest'
import { recordArgs, recordEnv, segmentFile, needsAudioEncoding, type Input } from './ffmpeg-rules.ts'

const options = { passphrase: 'p+ss word&x=1', streamId: '', latencyMs: 200 }
const inputs: Input[] = [
  { kind: 'rtmp', url: 'rtmp://203.0.113.5:1935/live/5', tcUrl: 'rtmp://a.example/live' },
  { kind: 'hls', url: 'http://127.0.0.1:1/a/x.m3u8' },
  { kind: 'http', url: 'http://127.0.0.1:1/a/x' },
  { kind: 'past-hls', url: 'http://127.0.0.1:1/a/x.m3u8', durationSec: 60 },
  { kind: 'past-http', url: 'http://127.0.0.1:1/a/x', durationSec: 60 },
  { kind: 'own-http', url: 'http://a.example:8080/live/5.flv' },
  { kind: 'srt-listen', host: '0.0.0.0', port: 9000, options },
  { kind: 'srt-call', host: 'a.example', port: 9000, options },
  { kind: 'udp', url: 'udp://239.0.0.1:1234' },
  { kind: 'file', path: '/data/loops/slate.mp4' },
]

test.each(inputs)('an input of the kind $kind opens its own protocols and containers only', (input) => {
  const args = recordArgs(input, 'copy')
  const before = args.slice(0, args.indexOf('-i'))
  const protocols = before[before.indexOf('-protocol_whitelist') + 1]?.split(',') ?? []
  expect(protocols).not.toContain(input.kind === 'file' ? 'http' : 'file')
  expect(protocols).not.toContain('https')
  expect(before).toContain('-format_whitelist')
  // A playlist could lead to other files, so the playlist format is allowed only for HLS inputs.
  const formats = before[before.indexOf('-format_whitelist') + 1]?.split(',') ?? []
  expect(formats.includes('hls')).toBe(input.kind.endsWith('hls'))
})

test('inputs through the proxy can reach nothing else, and the operator’s own server is requested directly', () => {
  const bound = inputs.filter((input) => 'http_proxy' in recordEnv(input))
  expect(bound.map(({ kind }) => kind)).toEqual(['hls', 'http', 'past-hls', 'past-http'])
  for (const input of bound) expect(recordEnv(input)).toEqual({ http_proxy: 'http://127.0.0.1:1', no_proxy: '' })
})

test('SRT options are passed on unchanged', () => {
  const args = recordArgs({ kind: 'srt-listen', host: '0.0.0.0', port: 9000, options }, 'copy')
  const url = args[args.indexOf('-i') + 1]
  expect(url).toBe('srt://0.0.0.0:9000?mode=listener&timeout=10000000&latency=200000&passphrase=p%2Bss%20word%26x%3D1')
})

test('AAC is copied into fMP4, and other audio is encoded as AAC', () => {
  const [input] = inputs as [Input]
  expect(recordArgs(input, 'copy').join(' ')).toContain('-c:a copy -bsf:a aac_adtstoasc')
  expect(recordArgs(input, 'encode').join(' ')).toContain('-c:a aac')
  expect(recordArgs(input, 'encode')).not.toContain('-bsf:a')
})

test('audio that cannot be copied is recognised by ffmpeg’s error output', () => {
  expect(
    needsAudioEncoding(
      "Codec 'mp2' (86016) is not supported by the bitstream filter 'aac_adtstoasc'. Supported codecs",
    ),
  ).toBe(true)
  expect(needsAudioEncoding('Connection refused')).toBe(false)
})

test('segments are numbered with at least six digits', () => {
  expect([1, 999_999, 1_000_000].map(segmentFile)).toEqual(['000001.m4s', '999999.m4s', '1000000.m4s'])
})
