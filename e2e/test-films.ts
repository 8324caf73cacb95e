import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { ingestFile } from '../apps/server/src/domains/media/ingest/ingest-file.ts'
import type { VersionDraft } from '../apps/server/src/domains/media/media-store.ts'
import { makeMedia } from '../apps/server/src/testing/make-media.ts'
import { withLock } from '../scripts/lib/lock.mjs'
import type { FilmRecipe, FilmStation } from './film-station.ts'

/** Ten pictures a second: whatever moves is drawn by the processor here. A key frame stands every two seconds. */
const light = { rate: 10, video: ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20', '-pix_fmt', 'yuv420p'] }

/** A film as it is brought in, made once for the whole run. */
interface KeptFilm {
  version: VersionDraft
  /** Of its files. */
  folder: string
}

async function makeFilm(
  folder: string,
  { subtitles, withLadder = false, ...media }: FilmRecipe,
): Promise<VersionDraft> {
  const file = await makeMedia(folder, media)
  const words = `${file}.srt`
  if (subtitles !== undefined) await writeFile(words, subtitles)
  const { version } = await ingestFile({
    file,
    subtitles: subtitles === undefined ? [] : [words],
    dir: join(folder, 'version'),
    workDir: join(folder, 'work'),
    withLadder,
    preset: 'ultrafast',
  })
  await rm(file)
  await rm(join(folder, 'work'), { recursive: true, force: true })
  return version
}

async function keptFilm(recipe: FilmRecipe): Promise<KeptFilm> {
  const key = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 16)
  const kept = join(dirname(inject('testDataDir')), 'films', key)
  const known = join(kept, 'version.json')
  await withLock(
    `${kept}.lock`,
    () => {},
    async () => {
      if (existsSync(known)) return
      await rm(kept, { recursive: true, force: true })
      await mkdir(join(kept, 'version'), { recursive: true })
      const version = await makeFilm(kept, recipe)
      await writeFile(`${known}.tmp`, JSON.stringify(version))
      await rename(`${known}.tmp`, known)
    },
  )
  return { version: JSON.parse(await readFile(known, 'utf8')), folder: join(kept, 'version') }
}

/** Puts a film up that the run has made once, as if it had just been brought in. Returns the asset that plays it. */
export async function putFilm({ station }: FilmStation, recipe: FilmRecipe): Promise<number> {
  const { assets } = station.media
  const { version, folder } = await keptFilm({ ...light, ...recipe })
  const assetId = await assets.createAsset({ demo: false, nowSec: Math.floor(Date.now() / 1000) })
  const begun = await assets.beginVersion(assetId)
  await cp(folder, begun.dir, { recursive: true })
  await assets.publishVersion(assetId, begun.version, version)
  return assetId
}
