import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { titlesChanged } from '../apps/server/src/domains/catalog/index.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openPlatform } from '../apps/server/src/platform/open-platform.ts'
import { createLogger } from '../apps/server/src/platform/process/logger.ts'
import type { Platform } from '../apps/server/src/platform/platform.ts'
import { createStation, type Station } from '../apps/server/src/station.ts'
import type { SubjectKind } from '../apps/server/src/platform/subjects.ts'
import { makeMedia, type MediaRecipe } from '../apps/server/src/testing/make-media.ts'

const webBuildDir = join(import.meta.dirname, '../apps/web/build')

/** Whether a request for media is to fail, and how: 0 lets it pass. */
export type Breakage = (path: string) => number

/** A station in this process, with pages, a database of its own, and media that fail when they are told to. */
export interface FilmStation {
  /** Scheme, host and port. */
  url: string
  station: Station
  /** What the station stands on; its jobs do not run until they are started. */
  platform: Platform
  /** Where films can be made. */
  folder: string
  /** Fails what fits until it is called again; null lets everything pass. */
  breakMedia(breakage: Breakage | null): void
  /** Tells the pages that titles were written. */
  changed(titleIds: number[]): void
  /** Paths of media that were asked for, oldest first. */
  asked: string[]
  close(): Promise<void>
}

/**
 * @param prepare may serve more than the station does, before it listens
 * @param live what is known of channels and matches; absent is nothing
 */
export async function openFilmStation(
  env: Record<string, string> = {},
  { prepare, live }: { prepare?: (app: FastifyInstance) => void; live?: readonly SubjectKind[] } = {},
): Promise<FilmStation> {
  if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the pages are not built: npm test builds them')
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-films-'))
  // As root the database runs as another user, who must be able to pass.
  await chmod(folder, 0o711)
  const config = readConfig({ YUNMU_DATA: join(folder, 'data'), DEMO: '0', ...env }, '/')
  const platform = await openPlatform({ config, log: createLogger({ level: 'warn' }), print: () => {} })
  const station = createStation(platform, { subjects: live })
  // A browser on a busy machine is no reason to turn people away.
  const app = await buildApp(platform, station, { webBuildDir, lagMs: () => 0 })
  const asked: string[] = []
  let breakage: Breakage | null = null
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/media/')) return
    asked.push(url)
    const status = breakage?.(url) ?? 0
    if (status > 0) return reply.code(status).header('cache-control', 'no-store').send('')
  })
  prepare?.(app)
  const address = await app.listen({ port: Number(env.PORT ?? 0), host: '127.0.0.1' })
  return {
    url: address,
    station,
    platform,
    folder,
    asked,
    changed: (ids) => platform.events.announce(titlesChanged, { ids }),
    breakMedia(next) {
      breakage = next
    },
    async close() {
      await app.close()
      await station.close()
      await platform.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

export interface FilmRecipe extends MediaRecipe {
  /** Text of a SubRip file. */
  subtitles?: string
  withLadder?: boolean
}

/** Makes a video and brings it in. Returns the asset that plays it. */
export async function bringFilm({ station, folder }: FilmStation, recipe: FilmRecipe): Promise<number> {
  const { subtitles, withLadder = false, ...media } = recipe
  const file = await makeMedia(folder, media)
  const words = `${file}.srt`
  if (subtitles !== undefined) await writeFile(words, subtitles)
  const assetId = await station.media.assets.createAsset({ demo: false, nowSec: Math.floor(Date.now() / 1000) })
  await station.media.bringIn({
    assetId,
    file,
    subtitles: subtitles === undefined ? [] : [words],
    workDir: `${file}.work`,
    withLadder,
    preset: 'ultrafast',
  })
  return assetId
}
