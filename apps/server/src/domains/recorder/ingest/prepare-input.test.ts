import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEgress } from '../../../platform/egress/egress.ts'
import { createKeyedHash } from '../../../platform/process/keyed-hash.ts'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { freePort } from '../../../testing/free-port.ts'
import { openFolder } from '../../../testing/open-folder.ts'
import { createIngestProcess } from './ingest-process.ts'
import { parseProxyPath } from './proxy-rules.ts'
import { prepareInput } from './prepare-input.ts'

const secret = 's'.repeat(32)
const hash = createKeyedHash(secret)

/** A provider that accepts one user agent only. */
const web = createServer((request, reply) => {
  if (request.headers['user-agent'] !== 'VLC') return void reply.writeHead(403).end()
  if (request.url === '/gone') return void reply.writeHead(404).end()
  reply.end(request.url === '/list' ? '#EXTM3U\n' : 'FLV')
}).listen(0, '127.0.0.1')
await once(web, 'listening')
const address = web.address()
const at = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

const liveDir = mkdtempSync(join(tmpdir(), 'yunmu-ingest-'))
const rtmpPort = await freePort()
const ingest = createIngestProcess({ liveDir, secret, rtmpHost: '127.0.0.1', rtmpPort, egressAllow: [at] })
atFileEnd(async () => {
  ingest.stop()
  web.closeAllConnections()
  web.close()
  rmSync(liveDir, { recursive: true, force: true })
})

function prepare(address: string, more: { dataDir?: string; allow?: string[]; ingestPlay?: string } = {}) {
  const { dataDir = '/nowhere', allow = [], ingestPlay = '' } = more
  const egress = createEgress({ allow })
  onTestFinished(() => egress.close())
  const settings = { rtmpHost: '0.0.0.0', rtmpPort, ingestPlay, maxGb: 0, maxOnDemand: 32 }
  const needs = { dataDir, hash, egress, egressAllow: allow, settings, clock: { nowMs: () => 1_800_000_000_000 } }
  return prepareInput(5, { address, userAgent: 'VLC' }, needs, ingest)
}

test.each([
  ['http://127.0.0.1/x.m3u8', 'address'],
  ['http://[::ffff:10.0.0.1]/x.m3u8', 'address'],
  ['http://169.254.169.254:22/latest', 'port'],
  ['rtmp://127.0.0.1/live/5', 'address'],
  ['rtmp://localhost/live/5', 'address'],
  ['rtmp://10.0.0.5/live/5', 'address'],
  ['srt://192.168.1.9:9000', 'address'],
  ['file:missing.mp4', 'missing'],
  ['gopher://a', 'scheme'],
])('%s is not opened', async (address, reason) => {
  await expect(prepare(address)).rejects.toMatchObject({ name: 'SourceError', reason })
})

test('a symbolic link cannot lead out of the folder of loops', async () => {
  const dataDir = openFolder()
  mkdirSync(join(dataDir, 'loops'))
  writeFileSync(join(dataDir, 'secret.mp4'), 'x')
  writeFileSync(join(dataDir, 'loops/a b.mp4'), 'x')
  symlinkSync(join(dataDir, 'secret.mp4'), join(dataDir, 'loops/link.mp4'))
  await expect(prepare('file:link.mp4', { dataDir })).rejects.toMatchObject({ reason: 'folder' })
  expect(await prepare('file:a%20b.mp4', { dataDir })).toMatchObject({ path: join(dataDir, 'loops/a b.mp4') })
})

test("allowed internal hosts are reached by name, and the operator's own server at its configured address", async () => {
  expect(await prepare('rtmp://10.0.0.5/live/5', { allow: ['10.0.0.5:1935'] })).toEqual({
    kind: 'rtmp',
    url: 'rtmp://10.0.0.5:1935/live/5',
    tcUrl: 'rtmp://10.0.0.5/live',
  })
  expect(await prepare('rtmp://203.0.114.9:1936/live/5?a=1')).toEqual({
    kind: 'rtmp',
    url: 'rtmp://203.0.114.9:1936/live/5?a=1',
    tcUrl: 'rtmp://203.0.114.9:1936/live',
  })
  const server = `rtmp://127.0.0.1:${rtmpPort}/live`
  const pushed = await prepare('push:')
  expect(pushed).toMatchObject({ kind: 'rtmp', tcUrl: server })
  expect('url' in pushed && pushed.url).toMatch(/^rtmp:\/\/127\.0\.0\.1:\d+\/live\/5\?key=\d+-[\w-]{22}$/)
  expect(await prepare('push:', { ingestPlay: 'http://127.0.0.1:8080/live/{stream}.flv' })).toEqual({
    kind: 'own-http',
    url: 'http://127.0.0.1:8080/live/5.flv',
  })
})

test('a remote stream goes through the proxy, as the kind that its first bytes show', async () => {
  await expect(prepare(`http://${at}/gone`, { allow: [at] })).rejects.toMatchObject({ reason: 'http 404' })
  const { proxyPort } = await ingest.ensure()
  for (const [path, kind, text] of [
    ['/list', 'hls', '#EXTM3U\n'],
    ['/flv', 'http', 'FLV'],
  ]) {
    const input = await prepare(`http://${at}${path}`, { allow: [at] })
    expect(input.kind).toBe(kind)
    const through = new URL('url' in input ? input.url : '')
    expect(through.host).toBe(`127.0.0.1:${proxyPort}`)
    expect(parseProxyPath(hash, through.pathname)).toEqual({ url: `http://${at}${path}`, userAgent: 'VLC' })
    expect(await (await fetch(through)).text()).toBe(text)
  }
})
