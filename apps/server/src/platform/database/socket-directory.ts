import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import type { ServiceUser } from './service-user.ts'

/** `sun_path` has 108 bytes with its terminating zero on Linux, 104 on macOS. */
const maxSocketPathBytes = process.platform === 'linux' ? 107 : 103
const socketName = '.s.PGSQL.5432'

/**
 * The directory of the cluster's socket: beside the cluster, or under /tmp if that path is too long for a socket.
 * Depends only on the cluster (not on TMPDIR), so that all processes of a station agree and stations do not collide.
 */
export function socketDirectoryOf(clusterDir: string): string {
  const besideCluster = path.join(clusterDir, 'run')
  if (Buffer.byteLength(path.join(besideCluster, socketName)) <= maxSocketPathBytes) return besideCluster
  const digest = createHash('sha256').update(clusterDir).digest('hex').slice(0, 20)
  return path.join('/tmp', `yunmu-${digest}`)
}

/**
 * Creates the socket directory, closed to other users. /tmp is open to everybody, so a folder of another user or a link
 * in this place is refused.
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

/** The lock file that PostgreSQL writes beside its socket. */
export function socketLockFile(directory: string): string {
  return path.join(directory, `${socketName}.lock`)
}
