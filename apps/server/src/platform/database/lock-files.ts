import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../process/error-code.ts'
import { socketLockFile } from './socket-directory.ts'

/** A process id that no system assigns, so a lock file with it is always stale. */
const impossiblePid = 2147483646

/** Whether a process with this id exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * Whether the process is the postmaster of this data directory. Ids in lock files may have been reused by other
 * programs, so the command line is checked. A zombie process has none.
 */
export function isPostmasterOf(pid: number, pgData: string): boolean {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(
        `-D ${pgData} `,
      )
    }
    const [program, flag, directory] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return path.basename(program ?? '') === 'postgres' && flag === '-D' && directory === pgData
  } catch {
    return false
  }
}

function readPid(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The process id of the postmaster that runs on this data directory, whoever started it. */
export function findPostmaster(pgData: string): number | undefined {
  const pid = readPid(path.join(pgData, 'postmaster.pid'))
  return pid !== undefined && isPostmasterOf(pid, pgData) ? pid : undefined
}

/**
 * PostgreSQL treats a lock file as valid while any process has its id, which after a reboot is often another program.
 * Replaces only the id in the data directory's lock file: the remaining lines identify the shared memory, by which
 * PostgreSQL still checks for leftover server processes.
 */
export function repairLockFiles(pgData: string, socketDir: string): void {
  const lock = path.join(pgData, 'postmaster.pid')
  const pid = readPid(lock)
  if (pid !== undefined && isRunning(pid) && !isPostmasterOf(pid, pgData)) {
    const repaired = `${lock}.healed`
    const { uid, gid } = statSync(lock)
    writeFileSync(repaired, readFileSync(lock, 'utf8').replace(/^\d+/, String(impossiblePid)), { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(repaired, uid, gid)
    renameSync(repaired, lock)
  }
  const socketLock = socketLockFile(socketDir)
  const holder = readPid(socketLock)
  if (holder !== undefined && !isPostmasterOf(holder, pgData)) rmSync(socketLock, { force: true })
}
