import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/config.ts'
import { openPlatform } from '../apps/server/src/platform/open-platform.ts'
import type { Clock } from '../apps/server/src/platform/process/clock.ts'
import { createLogger } from '../apps/server/src/platform/process/logger.ts'
import type { Gateways } from '../apps/server/src/domains/vip/index.ts'
import { createStation } from '../apps/server/src/station.ts'
import type { SubjectKind } from '../apps/server/src/platform/subjects.ts'
import { databaseUrlOf } from '../apps/server/src/testing/database-url.ts'
import { cloneTestDatabase, type ClonedDatabase } from '../apps/server/src/testing/test-database.ts'
import { openStationInProcess, type TestStation } from './in-process-station.ts'

export interface TestStationOptions {
  env?: Record<string, string>
  /** In place of the configured payment gateways. */
  gateways?: Gateways
  /** The channels and matches; none by default. */
  live?: readonly SubjectKind[]
  /** Whether it starts with the demonstration programme. */
  withDemo?: boolean
  /** Of the domains, in place of the system's. */
  clock?: Clock
}

/**
 * Opens a station in the test's process, with its own database on the server that the run shares. It serves one plain
 * picture in place of drawn artwork, which would cost more time than the tests.
 */
export async function openTestStation({ env = {}, gateways, live, clock, withDemo = false }: TestStationOptions = {}) {
  const database = await cloneTestDatabase(withDemo ? demoTemplate : undefined)
  const DATABASE_URL = databaseUrlOf(database)
  const testStation = await openStationInProcess(
    { ...env, DATABASE_URL },
    { prepare: servePlainPictures, gateways, clock, ...(live === undefined ? {} : { live }) },
  )
  return {
    ...testStation,
    /** The environment with which another program, an operator's command for example, finds the station. */
    commandEnv: { YUNMU_DATA: testStation.platform.config.dataDir, DATABASE_URL },
    async close() {
      await testStation.close()
      await database.drop()
    },
  } satisfies TestStation & { commandEnv: Record<string, string> }
}

const demoTemplate = {
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

/**
 * Its dimensions differ from drawn artwork, so that a page which takes the dimensions from the loaded picture would
 * shift.
 */
const plainPicture = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'

function servePlainPictures(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/media/art/')) return
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(plainPicture)
  })
}
