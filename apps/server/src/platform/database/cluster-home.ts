import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderRefusal } from '../process/data-folder.ts'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { canReach } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'

/**
 * Where a cluster is stored. Normally `pg` in the data folder. If we are root and the user who runs PostgreSQL cannot
 * enter a parent of the data folder (a checkout under /root), the cluster is under /var/lib/yunmu, and
 * `pg-location.json` in the data folder points to it, so that deleting the data folder is still a factory reset.
 */
export interface ClusterHome {
  readonly dir: string
  /** The id in the pointer file, for a cluster outside the data folder. */
  readonly outsideId?: string
}

/** Clusters outside their data folder, one folder per id. */
export const outsideClusters = '/var/lib/yunmu/clusters'

const pointerFile = 'pg-location.json'
const stationFile = 'station.json'

function readField(file: string, field: string): string | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof read !== 'object' || read === null) return undefined
    const value: unknown = Object.entries(read).find(([name]) => name === field)?.[1]
    return typeof value === 'string' ? value : undefined
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

/** The id of the outside cluster that a data folder points to, or undefined. */
export function outsideIdOf(dataDir: string): string | undefined {
  return readField(path.join(dataDir, pointerFile), 'id')
}

/** The data folder that an outside cluster belongs to. */
export function dataDirOf(clusterDir: string): string | undefined {
  return readField(path.join(clusterDir, stationFile), 'dataDir')
}

/** Stores which data folder an outside cluster belongs to. */
export function writeStation(clusterDir: string, dataDir: string): void {
  writeFileSync(path.join(clusterDir, stationFile), `${JSON.stringify({ dataDir })}\n`, { mode: 0o600 })
}

/**
 * Writes the pointer to an outside cluster into the data folder. If another process was first, its pointer is valid;
 * returns the valid id.
 */
export function claimOutsideId(dataDir: string, id: string): string {
  const pointer = path.join(dataDir, pointerFile)
  const draft = `${pointer}.new-${process.pid}`
  writeFileSync(draft, `${JSON.stringify({ id, place: path.join(outsideClusters, id) })}\n`, { mode: 0o600 })
  try {
    linkSync(draft, pointer)
    return id
  } catch (error) {
    const existing = outsideIdOf(dataDir)
    if (errorCode(error) !== 'EEXIST' || existing === undefined) throw error
    return existing
  } finally {
    rmSync(draft, { force: true })
  }
}

function refuseMissingOrCopied(dataDir: string, dir: string): void {
  if (!existsSync(dir)) {
    const pointer = path.join(dataDir, pointerFile)
    throw new StartRefusal(`数据库目录 ${dir} 不见了。请恢复它；如果要从空站重新开始，请删除 ${pointer}。`)
  }
  const station = dataDirOf(dir)
  if (station === undefined || station === dataDir) return
  if (outsideIdOf(station) === path.basename(dir)) {
    throw new StartRefusal(`${dataDir} 是 ${station} 的副本，两站不能共用一个数据库。请删除副本中的 ${pointerFile}。`)
  }
  writeStation(dir, dataDir)
}

/**
 * The cluster of the data folder, or undefined for a new station.
 * @throws StartRefusal when the folder points to a cluster that is missing or belongs to another folder
 */
export function findClusterHome(dataDir: string): ClusterHome | undefined {
  const inside = path.join(dataDir, 'pg')
  if (existsSync(inside)) return { dir: inside }
  const id = outsideIdOf(dataDir)
  if (id === undefined) return undefined
  const dir = path.join(outsideClusters, path.basename(id))
  try {
    refuseMissingOrCopied(dataDir, dir)
  } catch (error) {
    throw error instanceof StartRefusal ? error : folderRefusal(dir, error)
  }
  return { dir, outsideId: id }
}

/** Chooses the location of a new cluster. Creates only the parent of outside clusters. */
export function chooseClusterHome(dataDir: string, user: ServiceUser | undefined): ClusterHome {
  if (!user || canReach(user, dataDir)) return { dir: path.join(dataDir, 'pg') }
  const outsideId = randomBytes(8).toString('hex')
  mkdirSync(outsideClusters, { recursive: true, mode: 0o755 })
  return { dir: path.join(outsideClusters, outsideId), outsideId }
}
