import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { titlesChanged } from '../apps/server/src/domains/catalog/index.ts'
import type { Gateways } from '../apps/server/src/domains/vip/index.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openPlatform } from '../apps/server/src/platform/open-platform.ts'
import type { Clock } from '../apps/server/src/platform/process/clock.ts'
import { createLogger } from '../apps/server/src/platform/process/logger.ts'
import type { Platform } from '../apps/server/src/platform/platform.ts'
import { createStation, type Station } from '../apps/server/src/station.ts'
import type { SubjectKind } from '../apps/server/src/platform/subjects.ts'
import { recordActOfUser, recordUndeclaredRefusal } from '../apps/server/src/testing/undeclared-refusals.ts'
import { makeMedia, type MediaRecipe } from '../apps/server/src/testing/make-media.ts'

const webBuildDir = join(import.meta.dirname, '../apps/web/build')

/** The status code to fail a media request with; 0 does not fail it. */
export type MediaFailure = (path: string) => number

/** A station in this process, with pages, its own database, and media requests that can be made to fail. */
export interface TestStation {
  /** Scheme, host and port. */
  url: string
  station: Station
  /** The platform below the station; jobs run only after they are started. */
  platform: Platform
  /** A folder for temporary media files. */
  folder: string
  /** Fails matching media requests until the next call; null ends it. */
  failMedia(failure: MediaFailure | null): void
  /** Notifies pages that titles changed. */
  notifyTitlesChanged(titleIds: number[]): void
  /** Paths of requested media, oldest first. */
  mediaRequests: string[]
  close(): Promise<void>
}

/**
 * @param prepare adds routes to the server before it listens
 *
 * @param gateways in place of the configured payment gateways
 *
 * @param live the channels and matches; none by default
 *
 * @param clock of the domains, in place of the system's
 */
export async function openStationInProcess(
  env: Record<string, string> = {},
  {
    prepare,
    gateways,
    live,
    clock,
  }: {
    prepare?: (app: FastifyInstance) => void
    gateways?: Gateways | undefined
    live?: readonly SubjectKind[]
    clock?: Clock | undefined
  } = {},
): Promise<TestStation> {
  if (!existsSync(join(webBuildDir, 'server'))) throw new Error('the web build is missing: npm test builds it')
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-films-'))
  // When run as root, the database runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const config = readConfig({ YUNMU_DATA: join(folder, 'data'), DEMO: '0', ...env }, '/')
  const opened = await openPlatform({ config, log: createLogger({ level: 'warn' }), print: () => {} })
  const platform = { ...opened, clock: clock ?? opened.clock }
  const station = createStation(platform, { subjects: live, gateways })
  // Tests open as many pages of one user as they need; those of the limit set it.
  await station.site.write({ streams_user: 0, streams_vip: 0 })
  // The overload limit is off: a browser on a busy machine must not be refused.
  const app = await buildApp(platform, station, {
    webBuildDir,
    lagMs: () => 0,
    onUndeclaredRefusal: recordUndeclaredRefusal,
    onActOfUser: recordActOfUser,
  })
  const mediaRequests: string[] = []
  let failure: MediaFailure | null = null
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/media/')) return
    mediaRequests.push(url)
    const status = failure?.(url) ?? 0
    if (status > 0) return reply.code(status).header('cache-control', 'no-store').send('')
  })
  prepare?.(app)
  const address = await app.listen({ port: Number(env.PORT ?? 0), host: '127.0.0.1' })
  return {
    url: address,
    station,
    platform,
    folder,
    mediaRequests,
    notifyTitlesChanged: (ids) => platform.events.announce(titlesChanged, { ids }),
    failMedia(next) {
      failure = next
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
  /** Content of a SubRip file. */
  subtitles?: string
  withLadder?: boolean
}

/** Makes a video and ingests it. Returns its asset. */
export async function ingestFilm({ station, folder }: TestStation, recipe: FilmRecipe): Promise<number> {
  const { subtitles, withLadder = false, ...media } = recipe
  const file = await makeMedia(folder, media)
  const subtitleFile = `${file}.srt`
  if (subtitles !== undefined) await writeFile(subtitleFile, subtitles)
  const assetId = await station.media.assets.createAsset({ demo: false, nowSec: Math.floor(Date.now() / 1000) })
  await station.media.ingest({
    assetId,
    file,
    subtitles: subtitles === undefined ? [] : [subtitleFile],
    workDir: `${file}.work`,
    withLadder,
    preset: 'ultrafast',
  })
  return assetId
}
