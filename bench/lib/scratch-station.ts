import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { openGround } from '../../apps/server/src/open-ground.ts'
import { createLogger } from '../../apps/server/src/platform/process/logger.ts'
import { createStation, type Ground, type Station } from '../../apps/server/src/station.ts'

/** A station with a database of its own in a temporary folder, gone when it is closed. */
export async function openScratchStation(): Promise<{ ground: Ground; station: Station; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-bench-'))
  const config = readConfig({ YUNMU_DATA: dataDir, DEMO: '0' }, '/')
  const ground = await openGround({ config, log: createLogger({ level: 'warn' }), say: () => {} })
  return {
    ground,
    station: createStation(ground),
    async close() {
      await ground.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
