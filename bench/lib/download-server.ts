import { signScope } from '@yunmu/hls'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '../../apps/server/src/app.ts'
import { downloadScope } from '../../apps/server/src/domains/media/downloads/download-scopes.ts'
import { box, fullBox, u16, u32 } from '../../apps/server/src/domains/media/downloads/mp4-writer.ts'
import { aTitle } from '../../apps/server/src/testing/titles.ts'
import { openScratchStation } from './scratch-station.ts'

/**
 * A station in its own process, with a film of 96 segments of 4 MB: more than it caches in memory, as any film. Prints the
 * addresses of its segments and of its download as one line of JSON, and exits when its input ends.
 */
const segments = 96
const bytes = 4 * 1024 * 1024
const framesPerSegment = 100
const timescale = 12_800
const frameTicks = 512

/** Parts of an initialisation segment that the station reads. */
const init = box(
  'moov',
  fullBox('mvhd', 0, 0, Buffer.alloc(96)),
  box(
    'trak',
    fullBox('tkhd', 0, 3, Buffer.alloc(80)),
    box(
      'mdia',
      fullBox('mdhd', 0, 0, u32(0, 0, timescale, 0), u16(0x55c4), u16(0)),
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('vide'), Buffer.alloc(13)),
      box('minf', box('dinf'), box('stbl', fullBox('stsd', 0, 0, u32(1), box('avc1', Buffer.alloc(78))))),
    ),
  ),
  box('mvex', fullBox('trex', 0, 0, u32(1, 1, frameTicks, 0, 0))),
)

/** A segment of frames of equal size, whose bytes are random. */
function segmentOf(index: number): Buffer {
  const size = Math.floor((bytes - 1000) / framesPerSegment)
  const moofOf = (dataOffset: number): Buffer =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(index + 1)),
      box(
        'traf',
        fullBox('tfhd', 0, 0x20000, u32(1)),
        fullBox('tfdt', 0, 0, u32(index * framesPerSegment * frameTicks)),
        fullBox('trun', 0, 0x201, u32(framesPerSegment, dataOffset, ...Array<number>(framesPerSegment).fill(size))),
      ),
    )
  const moof = moofOf(moofOf(0).length + 8)
  return Buffer.concat([moof, box('mdat', randomBytes(size * framesPerSegment))])
}

const { platform, station, close } = await openScratchStation()
const nowSec = Math.floor(Date.now() / 1000)
const { assets } = station.media
const assetId = await assets.createAsset({ demo: false, nowSec })
const { version, dir } = await assets.createVersion(assetId)
const folder = join(dir, 'std', '1080p')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'init.mp4'), init)
const names = Array.from({ length: segments }, (_, index) => `${String(index).padStart(5, '0')}.m4s`)
for (const [index, name] of names.entries()) await writeFile(join(folder, name), segmentOf(index))
const { id: titleId } = await station.catalog.writer.saveTitle(aTitle(), nowSec)
await station.catalog.writer.saveEpisodes(titleId, [{ source: '云播', level: 1, name: '正片', assetId }], nowSec)
await assets.publishVersion(assetId, version, {
  durationMs: segments * 4000,
  storyboard: null,
  renditions: [
    {
      name: '1080p',
      kind: 'video',
      tier: 'std',
      codecs: 'avc1.640028',
      width: 1920,
      height: 1080,
      frameRate: 25,
      language: '',
      label: '1080P',
      channels: 0,
      hdr: false,
      isDefault: true,
      segments: names.map(() => ({ durationMs: 4000, bytes })),
    },
  ],
})
const inserted = await platform.pool.query<{ id: number }>(
  `insert into app_user (name, name_key, nickname, group_id, user_end_time, created_at)
   values ('bench', 'bench', 'bench', 3, $1, $1) returning id`,
  [nowSec + 86_400],
)
const userId = inserted.rows[0]?.id ?? 0
const sessionId = randomUUID()
await platform.pool.query(
  'insert into user_session (id, user_id, created_at, expires_at) values ($1, $2, $3::int, $3::int + 86400)',
  [sessionId, userId, nowSec],
)
const app = await buildApp(platform, station)
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
const signed = { secret: platform.secrets.mediaKey, expiresSec: nowSec + 3600 }
const film = signScope({ ...signed, scope: `v${assetId}-${version}-std` })
const download = signScope({
  ...signed,
  root: 'download',
  scope: downloadScope({ assetId, version, userId, titleId, level: 1, sessionId }),
})
console.log(
  JSON.stringify({
    port: Number(address.port),
    segments: names.map((name) => `${film}/1080p/${name}`),
    download: [`${download}/1080p.mp4`],
  }),
)

process.stdin.resume().once('end', () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0))
})
