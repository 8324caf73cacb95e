import { createServer } from 'node:http'
import { randomBytes } from 'node:crypto'
import { buildApp } from '../../apps/server/src/app.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { aTitle } from '../../apps/server/src/testing/titles.ts'
import { openScratchStation } from './scratch-station.ts'
import { publishSegments, segmentBytes } from './segment-asset.ts'

/**
 * A station in its own process with eight segments of 2 MB of its own, and a film of eight such segments elsewhere that it
 * relays and has kept. Prints both as one line of JSON, and exits when its input ends.
 */
const port = await freePort()
const names = Array.from({ length: 8 }, (_, at) => `${at}.ts`)
const segments = new Map(names.map((name) => [`/${name}`, randomBytes(segmentBytes)]))
const outside = createServer((request, response) => {
  const bytes = segments.get(request.url ?? '')
  if (bytes) response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  else response.end(['#EXTM3U', ...names.flatMap((name) => ['#EXTINF:4,', name]), '#EXT-X-ENDLIST'].join('\n'))
})
await new Promise<void>((resolve) => outside.listen(port, '127.0.0.1', resolve))

const origin = `http://127.0.0.1:${port}`
const { platform, station, close } = await openScratchStation({ EGRESS_ALLOW: `127.0.0.1:${port}` })
const local = await publishSegments(platform, station)
const nowSec = Math.floor(Date.now() / 1000)
const { id: titleId } = await station.catalog.writer.saveTitle(aTitle(), nowSec)
await station.remote.manager.add({ titleId, source: 'bench', level: 1, url: `${origin}/index.m3u8` })
await station.remote.manager.hosts.allow(origin, 'relayed')
const app = await buildApp(platform, station)
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const [film] = await station.remote.manager.list(titleId)
if (!film) throw new Error('no address')
const url = station.remote.urlOf(
  { id: film.id, kind: 'hls', mode: 'relayed', url: film.url },
  { isVip: false, isPrivate: false, expiresSec: nowSec + 3600 },
)
const playlist = await (await fetch(new URL(url, address))).text()
const folder = url.slice(0, url.lastIndexOf('/'))
const relayed = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
console.log(
  JSON.stringify({
    port: Number(address.port),
    local: local.names.map((name) => `${local.prefix}/${name}`),
    relayed: relayed.map((name) => `${folder}/${name}`),
  }),
)

process.stdin.resume().once('end', () => {
  outside.closeAllConnections()
  outside.close()
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
