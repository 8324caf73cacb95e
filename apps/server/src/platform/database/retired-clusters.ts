import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../process/error-code.ts'
import { outsideClusters, outsideIdOf, dataDirOf } from './cluster-home.ts'
import { stopPostmaster } from './postmaster.ts'

/** A data folder that looks reset may be an unmounted disk, so its database is retained this long. */
const retentionMs = 30 * 24 * 3600 * 1000

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

function retiredAtMs(markFile: string): number | undefined {
  try {
    return Number(readFileSync(markFile, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Retires clusters outside the data folder that it does not point to any more, after a factory reset: stops their
 * server, and removes them thirty days later.
 * @param dataDir the data folder's real path
 */
export async function retireOutsideClusters(dataDir: string, nowMs: number): Promise<void> {
  // Only root creates such clusters.
  if (process.getuid?.() !== 0) return
  const named = outsideIdOf(dataDir)
  for (const id of namesIn(outsideClusters)) {
    const dir = path.join(outsideClusters, id)
    if (!/^[0-9a-f]{16}$/.test(id) || dataDirOf(dir) !== dataDir) continue
    const markFile = path.join(dir, 'retired-at')
    const sinceMs = retiredAtMs(markFile)
    if (id === named) {
      rmSync(markFile, { force: true })
    } else if (sinceMs === undefined) {
      await stopPostmaster(path.join(dir, 'data'))
      writeFileSync(markFile, String(nowMs), { mode: 0o600 })
    } else if (nowMs - sinceMs > retentionMs) {
      rmSync(dir, { recursive: true, force: true })
    }
  }
}
