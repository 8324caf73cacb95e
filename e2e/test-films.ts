import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { ingestFile } from '../apps/server/src/domains/media/ingest/ingest-file.ts'
import type { VersionDraft } from '../apps/server/src/domains/media/media-store.ts'
import { makeMedia } from '../apps/server/src/testing/make-media.ts'
import { withLock } from '../scripts/lib/lock.mjs'
import type { FilmRecipe, TestStation } from './in-process-station.ts'

/** Ten frames a second: video is decoded and drawn by the CPU here. A key frame every two seconds. */
const cheapEncoding = {
  rate: 10,
  video: ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20', '-pix_fmt', 'yuv420p'],
}

/** An ingested film, made once for the whole test run. */
interface CachedFilm {
  version: VersionDraft
  /** The folder of its files. */
  folder: string
}

async function makeFilm(
  folder: string,
  { subtitles, withLadder = false, ...media }: FilmRecipe,
): Promise<VersionDraft> {
  const file = await makeMedia(folder, media)
  const subtitleFile = `${file}.srt`
  if (subtitles !== undefined) await writeFile(subtitleFile, subtitles)
  const { version } = await ingestFile({
    file,
    subtitles: subtitles === undefined ? [] : [subtitleFile],
    dir: join(folder, 'version'),
    workDir: join(folder, 'work'),
    withLadder,
    preset: 'ultrafast',
  })
  await rm(file)
  await rm(join(folder, 'work'), { recursive: true, force: true })
  return version
}

async function cachedFilm(recipe: FilmRecipe): Promise<CachedFilm> {
  const key = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 16)
  const dir = join(dirname(inject('testDataDir')), 'films', key)
  const versionFile = join(dir, 'version.json')
  await withLock(
    `${dir}.lock`,
    () => {},
    async () => {
      if (existsSync(versionFile)) return
      await rm(dir, { recursive: true, force: true })
      await mkdir(join(dir, 'version'), { recursive: true })
      const version = await makeFilm(dir, recipe)
      await writeFile(`${versionFile}.tmp`, JSON.stringify(version))
      await rename(`${versionFile}.tmp`, versionFile)
    },
  )
  return { version: JSON.parse(await readFile(versionFile, 'utf8')), folder: join(dir, 'version') }
}

/** Adds a film that the run has made once, as if it had just been ingested. Returns its asset. */
export async function addFilm({ station }: TestStation, recipe: FilmRecipe): Promise<number> {
  const { assets } = station.media
  const { version, folder } = await cachedFilm({ ...cheapEncoding, ...recipe })
  const assetId = await assets.createAsset({ demo: false, nowSec: Math.floor(Date.now() / 1000) })
  const draft = await assets.createVersion(assetId)
  await cp(folder, draft.dir, { recursive: true })
  await assets.publishVersion(assetId, draft.version, version)
  return assetId
}
