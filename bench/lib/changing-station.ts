import { signScope } from '@yunmu/hls'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildApp } from '../../apps/server/src/app.ts'
import { titlesChanged } from '../../apps/server/src/domains/catalog/index.ts'
import { aTitle } from '../../apps/server/src/testing/titles.ts'
import { openScratchStation } from './scratch-station.ts'

/**
 * A station in its own process, with titles of one segment of 1 MB each, and one more title that is not watched. Prints the
 * addresses of the segments as one line of JSON. Each line of its input is a number: how often a second the other title is
 * changed from then on. Exits when its input ends.
 */
const titles = 128
const bytes = 1024 * 1024
const durationMs = 4000

const { platform, station, close } = await openScratchStation()
const nowSec = Math.floor(Date.now() / 1000)
const { assets } = station.media
const { writer } = station.catalog

/** Returns the address of the title's segment. */
async function addTitle(at: number): Promise<string> {
  const assetId = await assets.createAsset({ demo: false, nowSec })
  const { version, dir } = await assets.createVersion(assetId)
  await mkdir(join(dir, 'std/720p'), { recursive: true })
  await writeFile(join(dir, 'std/720p/00000.m4s'), randomBytes(bytes))
  const { id } = await writer.saveTitle(aTitle({ origin: `bench:${at}` }), nowSec)
  await writer.saveEpisodes(id, [{ source: '云播', level: 1, name: '正片', assetId }], nowSec)
  const rendition = { name: '720p', kind: 'video' as const, tier: 'std' as const, codecs: 'avc1.64001f' }
  const picture = {
    width: 1280,
    height: 720,
    frameRate: 25,
    language: '',
    label: '720P',
    isDefault: true,
    channels: 0,
    hdr: false,
  }
  await assets.publishVersion(assetId, version, {
    durationMs,
    storyboard: null,
    renditions: [{ ...rendition, ...picture, segments: [{ durationMs, bytes }] }],
  })
  const scope = `v${assetId}-${version}-std`
  return `${signScope({ secret: platform.secrets.mediaKey, scope, expiresSec: nowSec + 3600 })}/720p/00000.m4s`
}

const paths: string[] = []
for (let at = 0; at < titles; at++) paths.push(await addTitle(at))
const other = await writer.saveTitle(aTitle({ origin: 'bench:other' }), nowSec)
const app = await buildApp(platform, station)
const { origin } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
console.log(JSON.stringify(paths.map((path) => origin + path)))

let changing: NodeJS.Timeout | undefined
for await (const line of createInterface({ input: process.stdin })) {
  clearInterval(changing)
  const perSec = Number(line)
  if (perSec > 0)
    changing = setInterval(() => platform.events.announce(titlesChanged, { ids: [other.id] }), 1000 / perSec)
}
clearInterval(changing)
await app.close()
await close()
process.exit(0)
