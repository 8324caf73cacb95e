import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { openPlatform } from '../../apps/server/src/platform/open-platform.ts'
import { systemClock, type Clock } from '../../apps/server/src/platform/process/clock.ts'
import { createLogger } from '../../apps/server/src/platform/process/logger.ts'
import type { StationPlatform } from '../../apps/server/src/config.ts'
import { createStation, type Station } from '../../apps/server/src/station.ts'

/**
 * A station with its own database in a temporary folder, which is deleted when it is closed.
 * @param clock in place of the system's
 */
export async function openScratchStation(
  env: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<{
  platform: StationPlatform
  station: Station
  close(): Promise<void>
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-bench-'))
  const config = readConfig({ LOG_LEVEL: 'warn', ...env, YUNMU_DATA: dataDir, DEMO: '0' }, '/')
  const opened = await openPlatform({
    config,
    log: createLogger({ level: config.logLevel }),
    print: () => {},
    longStatements: true,
  })
  const platform = { ...opened, clock }
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
