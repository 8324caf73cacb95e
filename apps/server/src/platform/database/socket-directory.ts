import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import type { ServiceUser } from './service-user.ts'

/** `sun_path` holds 108 bytes with its closing zero on Linux, 104 on macOS. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103
const socketName = '.s.PGSQL.5432'

/**
 * Where the cluster's socket lives: beside the cluster, or under /tmp where that path is too long for a socket. The
 * answer depends on the cluster alone (not on TMPDIR), so that every process of one station agrees, and two never meet.
 */
export function socketDirectoryOf(clusterDir: string): string {
  const beside = path.join(clusterDir, 'run')
  if (Buffer.byteLength(path.join(beside, socketName)) <= longestSocketPath) return beside
  const digest = createHash('sha256').update(clusterDir).digest('hex').slice(0, 20)
  return path.join('/tmp', `yunmu-${digest}`)
}

/**
 * Makes the socket directory, closed to everybody else. /tmp is open to all: a folder of somebody else's or a link put
 * in our place is refused.
 * @throws StartRefusal
 */
export function prepareSocketDirectory(directory: string, user: ServiceUser | undefined): void {
  const owner = user?.uid ?? process.getuid?.()
  try {
    mkdirSync(directory, { mode: 0o700 })
    chmodSync(directory, 0o700)
    if (user) chownSync(directory, user.uid, user.gid)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const found = lstatSync(directory)
  const isOurs = found.isDirectory() && (found.uid === owner || found.uid === process.getuid?.())
  if (!isOurs || (found.mode & 0o077) !== 0) {
    throw new StartRefusal(`文件夹 ${directory} 不属于本站或对他人开放，请删除它后再启动。`)
  }
  if (user && found.uid !== user.uid) chownSync(directory, user.uid, user.gid)
}

/** The lock file that PostgreSQL keeps beside its socket. */
export function socketLockFile(directory: string): string {
  return path.join(directory, `${socketName}.lock`)
}
