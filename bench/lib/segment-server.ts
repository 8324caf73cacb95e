import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signScope } from '@yunmu/hls'
import { buildApp } from '../../apps/server/src/app.ts'
import { openScratchStation } from './scratch-station.ts'

/**
 * A station in its own process, with one asset of eight segments of 2 MB. Prints its address as one line of JSON, and
 * exits when its input ends.
 */
const segments = 8
const bytes = 2 * 1024 * 1024

const { platform, station, close } = await openScratchStation()
const nowSec = Math.floor(Date.now() / 1000)
const { assets } = station.media
const assetId = await assets.createAsset({ demo: false, nowSec })
const { version, dir } = await assets.createVersion(assetId)
const folder = join(dir, 'std', '720p')
await mkdir(folder, { recursive: true })
const names = Array.from({ length: segments }, (_, index) => `0000${index}.m4s`)
for (const name of names) await writeFile(join(folder, name), randomBytes(bytes))
await assets.publishVersion(assetId, version, {
  durationMs: segments * 4000,
  storyboard: null,
  renditions: [
    {
      name: '720p',
      kind: 'video',
      tier: 'std',
      codecs: 'avc1.64001f',
      width: 1280,
      height: 720,
      frameRate: 25,
      language: '',
      label: '720P',
      channels: 0,
      hdr: false,
      isDefault: true,
      segments: names.map(() => ({
        durationMs: 4000,
        bytes,
      })),
    },
  ],
})
const app = await buildApp(platform, station)
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const secret = platform.secrets.mediaKey
const prefix = signScope({ secret, scope: `v${assetId}-${version}-std`, expiresSec: nowSec + 3600 })
console.log(JSON.stringify({ port: Number(address.port), folder, prefix: `${prefix}/720p`, names }))

process.stdin.resume().once('end', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
