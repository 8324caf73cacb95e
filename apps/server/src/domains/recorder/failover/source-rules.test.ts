import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRemote, isPushed, parseSource } from './source-rules.ts'

const read = (address: string) => parseSource(address, '/data/loops')

test.each([
  ['', 'scheme'],
  ['gopher://a/b', 'scheme'],
  ['concat:a|b', 'malformed'],
  ['http://a.example/x y', 'malformed'],
  ['http://a.example/\nfile:///etc/passwd', 'malformed'],
  ['rtmp://a.example', 'malformed'],
  ['srt://a.example', 'port'],
  ['srt://:9000', 'open-listener'],
  ['srt://0.0.0.0:9000?mode=listener', 'open-listener'],
  ['srt://:9000?passphrase=short', 'passphrase'],
  ['srt://a.example:9000?latency=-1', 'malformed'],
  ['udp://239.0.0.1', 'port'],
  ['file:///etc/passwd', 'folder'],
  ['file:../secrets.json', 'folder'],
  ['file:/data/loops-other/a.mp4', 'folder'],
  ['file:%', 'malformed'],
])('the address %j is not a source', (address, rejected) => {
  expect(read(address)).toEqual({ rejected })
})

test('each kind of source is parsed from its address', () => {
  const options = { passphrase: '', streamId: '', latencyMs: 0 }
  expect(read('push:')).toEqual({ kind: 'push' })
  expect(read(' https://a.example/x.m3u8?k=1 ')).toEqual({ kind: 'http', url: 'https://a.example/x.m3u8?k=1' })
  expect(read('rtmp://a.example/live/5')).toEqual({ kind: 'rtmp', url: 'rtmp://a.example/live/5' })
  expect(read('srt://a.example:9000?streamid=x&latency=200')).toEqual({
    kind: 'srt-call',
    host: 'a.example',
    port: 9000,
    options: {
      ...options,
      streamId: 'x',
      latencyMs: 200,
    },
  })
  expect(read('srt://:9000?passphrase=0123456789')).toEqual({
    kind: 'srt-listen',
    host: '0.0.0.0',
    port: 9000,
    options: {
      ...options,
      passphrase: '0123456789',
    },
  })
  expect(read('srt://127.0.0.1:9000?mode=listener')).toMatchObject({ kind: 'srt-listen' })
  expect(read('udp://@239.0.0.1:1234')).toEqual({ kind: 'udp', url: 'udp://239.0.0.1:1234' })
  expect(read('rtp://239.0.0.1:1234')).toEqual({ kind: 'udp', url: 'rtp://239.0.0.1:1234' })
  expect(read('file:slate.mp4')).toEqual({ kind: 'file', path: '/data/loops/slate.mp4' })
})

test('an imported list opens no local port, reads no file and waits for no encoder', () => {
  const fetched = (address: string) => {
    const source = read(address)
    return 'rejected' in source ? source : isRemote(source)
  }
  for (const address of [
    'push:',
    'file:a.mp4',
    'srt://0.0.0.0:9000?mode=listener&passphrase=0123456789',
    'srt://:9000?passphrase=0123456789',
    'udp://0.0.0.0:1234',
    'udp://@:1234',
    'udp://192.168.1.9:1234',
    'rtp://[::]:1234',
    'udp://a.example:1234',
    'udp://255.255.255.255:1234',
    'rtp://[::ffff:10.0.0.1]:1234',
  ]) {
    expect([address, fetched(address)]).toEqual([address, false])
  }
  for (const address of [
    'http://a.example/1',
    'https://a.example/1',
    'rtmp://a.example/live/5',
    'srt://a.example:9000',
    'udp://@239.0.0.1:1234',
    'rtp://232.9.9.9:1234',
    'rtp://[ff0e::1]:1234',
  ]) {
    expect([address, fetched(address)]).toEqual([address, true])
  }
})

test('only sources that an encoder connects to wait for an encoder', () => {
  expect(isPushed({ kind: 'push' })).toBe(true)
  expect(isPushed({ kind: 'udp', url: 'udp://0.0.0.0:1234' })).toBe(false)
})

test('for any text no file outside the folder of loops is read', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const source = read(`file:${text}`)
      expect('rejected' in source || (source.kind === 'file' && source.path.startsWith('/data/loops/'))).toBe(true)
    }),
  )
})
