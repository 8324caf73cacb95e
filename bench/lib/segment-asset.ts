import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signScope } from '@yunmu/hls'
import type { StationPlatform } from '../../apps/server/src/config.ts'
import type { Station } from '../../apps/server/src/station.ts'

const segments = 8
export const segmentBytes = 2 * 1024 * 1024

/** Publishes an asset of eight segments of 2 MB. Returns where its files are, and the signed address of their folder. */
export async function publishSegments(
  platform: Pick<StationPlatform, 'secrets'>,
  station: Pick<Station, 'media'>,
): Promise<{ folder: string; names: string[]; prefix: string }> {
  const nowSec = Math.floor(Date.now() / 1000)
  const { assets } = station.media
  const assetId = await assets.createAsset({ demo: false, nowSec })
  const { version, dir } = await assets.createVersion(assetId)
  const folder = join(dir, 'std', '720p')
  await mkdir(folder, { recursive: true })
  const names = Array.from({ length: segments }, (_, index) => `0000${index}.m4s`)
  for (const name of names) await writeFile(join(folder, name), randomBytes(segmentBytes))
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
          bytes: segmentBytes,
        })),
      },
    ],
  })
  const scope = `v${assetId}-${version}-std`
  const signed = signScope({ secret: platform.secrets.mediaKey, scope, expiresSec: nowSec + 3600 })
  return { folder, names, prefix: `${signed}/720p` }
}
