import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { openPlatform } from '../../apps/server/src/platform/open-platform.ts'
import { createLogger } from '../../apps/server/src/platform/process/logger.ts'
import type { StationPlatform } from '../../apps/server/src/config.ts'
import { createStation, type Station } from '../../apps/server/src/station.ts'

/** A station with its own database in a temporary folder, which is deleted when it is closed. */
export async function openScratchStation(): Promise<{
  platform: StationPlatform
  station: Station
  close(): Promise<void>
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-bench-'))
  const config = readConfig({ YUNMU_DATA: dataDir, DEMO: '0' }, '/')
  const platform = await openPlatform({
    config,
    log: createLogger({ level: 'warn' }),
    print: () => {},
    longStatements: true,
  })
  const station = createStation(platform)
  return {
    platform,
    station,
    async close() {
      await station.close()
      await platform.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
