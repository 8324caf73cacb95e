import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../process/error-code.ts'
import { outsideClusters, outsideIdOf, stationOf } from './cluster-home.ts'
import { stopPostmaster } from './postmaster.ts'

/** A data folder that looks reset may be a disk that is not mounted today: its database is kept this long. */
const keptMs = 30 * 24 * 3600 * 1000

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

function retiredAtMs(mark: string): number | undefined {
  try {
    return Number(readFileSync(mark, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Clusters outside the data folder that were made for it and that it no longer names, after a factory reset: their
 * server is stopped, and thirty days later they are removed.
 * @param dataDir the data folder's real path
 */
export async function retireOutsideClusters(dataDir: string, nowMs: number): Promise<void> {
  // They are root's: nobody else ever had one.
  if (process.getuid?.() !== 0) return
  const named = outsideIdOf(dataDir)
  for (const id of namesIn(outsideClusters)) {
    const dir = path.join(outsideClusters, id)
    if (!/^[0-9a-f]{16}$/.test(id) || stationOf(dir) !== dataDir) continue
    const mark = path.join(dir, 'retired-at')
    const sinceMs = retiredAtMs(mark)
    if (id === named) {
      rmSync(mark, { force: true })
    } else if (sinceMs === undefined) {
      await stopPostmaster(path.join(dir, 'data'))
      writeFileSync(mark, String(nowMs), { mode: 0o600 })
    } else if (nowMs - sinceMs > keptMs) {
      rmSync(dir, { recursive: true, force: true })
    }
  }
}
