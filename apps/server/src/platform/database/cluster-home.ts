import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderRefusal } from '../process/data-folder.ts'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { canReach } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'

/**
 * Where a cluster lives. Normally `pg` in the data folder. When we are root and a folder above the data folder is closed
 * to the user who runs PostgreSQL (a checkout under /root), the cluster lives under /var/lib/yunmu and `pg-location.json`
 * in the data folder names it, so that removing the data folder is still a factory reset.
 */
export interface ClusterHome {
  readonly dir: string
  /** The id in the pointer, for a cluster outside the data folder. */
  readonly outsideId?: string
}

/** Clusters that live outside their data folder, one folder per id. */
export const outsideClusters = '/var/lib/yunmu/clusters'

const pointerName = 'pg-location.json'
const stationName = 'station.json'

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

/** The id of the outside cluster that a data folder names, or undefined. */
export function outsideIdOf(dataDir: string): string | undefined {
  return readField(path.join(dataDir, pointerName), 'id')
}

/** The data folder that an outside cluster was made for. */
export function stationOf(clusterDir: string): string | undefined {
  return readField(path.join(clusterDir, stationName), 'dataDir')
}

/** Writes down which data folder an outside cluster belongs to. */
export function writeStation(clusterDir: string, dataDir: string): void {
  writeFileSync(path.join(clusterDir, stationName), `${JSON.stringify({ dataDir })}\n`, { mode: 0o600 })
}

/**
 * Names the outside cluster in the data folder. When another process was first, its cluster is the one: returns the id
 * that stands.
 */
export function claimOutsideId(dataDir: string, id: string): string {
  const pointer = path.join(dataDir, pointerName)
  const draft = `${pointer}.new-${process.pid}`
  writeFileSync(draft, `${JSON.stringify({ id, place: path.join(outsideClusters, id) })}\n`, { mode: 0o600 })
  try {
    linkSync(draft, pointer)
    return id
  } catch (error) {
    const standing = outsideIdOf(dataDir)
    if (errorCode(error) !== 'EEXIST' || standing === undefined) throw error
    return standing
  } finally {
    rmSync(draft, { force: true })
  }
}

function refuseLostOrCopied(dataDir: string, dir: string): void {
  if (!existsSync(dir)) {
    const pointer = path.join(dataDir, pointerName)
    throw new StartRefusal(`数据库目录 ${dir} 不见了。请恢复它；如果要从空站重新开始，请删除 ${pointer}。`)
  }
  const station = stationOf(dir)
  if (station === undefined || station === dataDir) return
  if (outsideIdOf(station) === path.basename(dir)) {
    throw new StartRefusal(`${dataDir} 是 ${station} 的副本，两站不能共用一个数据库。请删除副本中的 ${pointerName}。`)
  }
  writeStation(dir, dataDir)
}

/**
 * The cluster that the data folder has, or undefined for a new station.
 * @throws StartRefusal when the folder names a cluster that is gone or belongs to another folder
 */
export function findClusterHome(dataDir: string): ClusterHome | undefined {
  const inside = path.join(dataDir, 'pg')
  if (existsSync(inside)) return { dir: inside }
  const id = outsideIdOf(dataDir)
  if (id === undefined) return undefined
  const dir = path.join(outsideClusters, path.basename(id))
  try {
    refuseLostOrCopied(dataDir, dir)
  } catch (error) {
    throw error instanceof StartRefusal ? error : folderRefusal(dir, error)
  }
  return { dir, outsideId: id }
}

/** Chooses the place for a new cluster. Nothing is made but the folder that holds the outside ones. */
export function chooseClusterHome(dataDir: string, user: ServiceUser | undefined): ClusterHome {
  if (!user || canReach(user, dataDir)) return { dir: path.join(dataDir, 'pg') }
  const outsideId = randomBytes(8).toString('hex')
  mkdirSync(outsideClusters, { recursive: true, mode: 0o755 })
  return { dir: path.join(outsideClusters, outsideId), outsideId }
}
