import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { titlesChanged } from '../domains/catalog/index.ts'
import { segmentFile, sheetFile } from '../domains/media/media-files.ts'
import type { MediaStore, RenditionDraft } from '../domains/media/media-store.ts'
import type { TestApp } from './test-app.ts'
import { aTitle } from './titles.ts'

export const segmentBytes = 5000

/** A rendition of three segments of four seconds. `given` overrides fields. */
export function aRendition(given: Partial<RenditionDraft> = {}): RenditionDraft {
  return {
    name: '720p',
    kind: 'video',
    tier: 'std',
    codecs: 'avc1.64001f',
    width: 1280,
    height: 720,
    frameRate: 25,
    channels: 0,
    hdr: false,
    language: '',
    label: '720P',
    isDefault: false,
    segments: [1, 2, 3].map(() => ({ durationMs: 4000, bytes: segmentBytes })),
    ...given,
  }
}

export const audio = aRendition({
  name: 'audio-1',
  kind: 'audio',
  codecs: 'mp4a.40.2',
  width: 0,
  height: 0,
  frameRate: 0,
  channels: 2,
  language: 'zh',
  label: '国语',
  isDefault: true,
})
export const subtitles = aRendition({
  name: 'sub-1',
  kind: 'subtitle',
  codecs: '',
  width: 0,
  height: 0,
  frameRate: 0,
  language: 'zh',
  label: '简体中文',
  segments: [],
})
export const vip = aRendition({ name: '1080p', tier: 'vip', codecs: 'avc1.640028', width: 1920, height: 1080 })

export const storyboard = {
  intervalSec: 2,
  columns: 2,
  rows: 2,
  tileWidth: 160,
  tileHeight: 90,
  sheets: 2,
  tiles: 6,
}

const put = async (dir: string, name: string, bytes: Buffer | string): Promise<void> => {
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, name), bytes)
}

/** Publishes a version whose segments are random bytes, in the same files as an import. */
export async function publishRandom(
  assets: MediaStore,
  assetId: number,
  renditions: RenditionDraft[] = [aRendition(), audio, subtitles, vip],
): Promise<number> {
  const { version, dir } = await assets.createVersion(assetId)
  for (const { name, tier, kind, segments } of renditions) {
    const folder = join(dir, tier, name)
    if (kind === 'subtitle') await put(folder, 'sub.vtt', 'WEBVTT\n')
    else await put(folder, 'init.mp4', randomBytes(800))
    for (const [index, { bytes }] of segments.entries()) await put(folder, segmentFile(index), randomBytes(bytes))
  }
  for (let sheet = 0; sheet < storyboard.sheets; sheet++) {
    await put(join(dir, 'std/storyboard'), sheetFile(sheet), randomBytes(900))
  }
  await assets.publishVersion(assetId, version, { durationMs: 12_000, renditions, storyboard })
  return version
}

/** A title with one source whose first episode is playable. Returns what a request for it needs. */
export async function aPlayableTitle(
  { station, clock }: TestApp,
  given: { renditions?: RenditionDraft[]; vip?: boolean; publish?: boolean } = {},
): Promise<{ titleId: number; assetId: number }> {
  const nowSec = Math.floor(clock.nowMs() / 1000)
  const assetId = await station.media.assets.createAsset({ demo: false, nowSec })
  const { id } = await station.catalog.writer.saveTitle(aTitle(), nowSec)
  const episode = { source: '云播', level: 1, name: '正片', assetId, vip: given.vip ?? false }
  await station.catalog.writer.saveEpisodes(id, [episode], nowSec)
  if (given.publish !== false) await publishRandom(station.media.assets, assetId, given.renditions)
  return { titleId: id, assetId }
}

/** Makes the episode of {@link aPlayableTitle} one for VIPs. */
export async function makeVip(
  { station, clock, events }: TestApp,
  { titleId, assetId }: { titleId: number; assetId: number },
): Promise<void> {
  const episode = { source: '云播', level: 1, name: '正片', assetId, vip: true }
  await station.catalog.writer.saveEpisodes(titleId, [episode], Math.floor(clock.nowMs() / 1000))
  events.announce(titlesChanged, { ids: [titleId] })
}
