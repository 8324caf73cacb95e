import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/config.ts'
import { openPlatform } from '../apps/server/src/platform/open-platform.ts'
import { createLogger } from '../apps/server/src/platform/process/logger.ts'
import { createStation } from '../apps/server/src/station.ts'
import type { SubjectKind } from '../apps/server/src/platform/subjects.ts'
import { databaseUrlOf } from '../apps/server/src/testing/database-url.ts'
import { cloneTestDatabase, type ClonedDatabase } from '../apps/server/src/testing/test-database.ts'
import { openFilmStation, type FilmStation } from './film-station.ts'

export interface TestStationOptions {
  env?: Record<string, string>
  /** What is known of channels and matches; absent is nothing. */
  live?: readonly SubjectKind[]
  /** Whether it begins with the demonstration programme. */
  withProgramme?: boolean
}

/**
 * A station for a test file, in its process: with a database of its own on the server that the whole run shares, and one
 * plain picture where others are drawn, which would cost more than the tests themselves.
 */
export async function openTestStation({ env = {}, live, withProgramme = false }: TestStationOptions = {}) {
  const database = await cloneTestDatabase(withProgramme ? programme : undefined)
  const DATABASE_URL = databaseUrlOf(database)
  const films = await openFilmStation(
    { ...env, DATABASE_URL },
    { prepare: drawNothing, ...(live === undefined ? {} : { live }) },
  )
  return {
    ...films,
    /** How another program of the station, an operator's command say, finds it. */
    place: { YUNMU_DATA: films.platform.config.dataDir, DATABASE_URL },
    async close() {
      await films.close()
      await database.drop()
    },
  } satisfies FilmStation & { place: Record<string, string> }
}

const programme = {
  name: 'programme',
  async fill(connection: ClonedDatabase['connection']): Promise<void> {
    const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-programme-'))
    const config = readConfig({ YUNMU_DATA: dataDir, DATABASE_URL: databaseUrlOf({ connection }) }, '/')
    const platform = await openPlatform({ config, log: createLogger({ level: 'warn' }), print: () => {} })
    try {
      await createStation(platform).demo.add()
    } finally {
      await platform.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

/** Of other measures than what is drawn, so that a page which waited for a picture to know them would move. */
const plain = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'

function drawNothing(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/media/art/')) return
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(plain)
  })
}
