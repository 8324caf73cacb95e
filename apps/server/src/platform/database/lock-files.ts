import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../process/error-code.ts'
import { socketLockFile } from './socket-directory.ts'

/** A process number that no system gives out, so a lock file that names it is always stale. */
const impossiblePid = 2147483646

/** Whether a process of that number exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * Whether the process is the postmaster of this data directory. A number in a lock file may have gone to another program
 * since: only the command line tells. A process that has ended and waits to be reaped has none.
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

function numberIn(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The process number of the postmaster that runs on this data directory, whoever started it. */
export function findPostmaster(pgData: string): number | undefined {
  const pid = numberIn(path.join(pgData, 'postmaster.pid'))
  return pid !== undefined && isPostmasterOf(pid, pgData) ? pid : undefined
}

/**
 * PostgreSQL takes a lock file for valid while any process has the number in it, which after a reboot is often some
 * other program. In its data directory we replace the number alone: by the shared memory that the rest of the file
 * names, PostgreSQL still checks that no server process is left over.
 */
export function healLockFiles(pgData: string, socketDir: string): void {
  const lock = path.join(pgData, 'postmaster.pid')
  const pid = numberIn(lock)
  if (pid !== undefined && isRunning(pid) && !isPostmasterOf(pid, pgData)) {
    const healed = `${lock}.healed`
    const { uid, gid } = statSync(lock)
    writeFileSync(healed, readFileSync(lock, 'utf8').replace(/^\d+/, String(impossiblePid)), { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(healed, uid, gid)
    renameSync(healed, lock)
  }
  const socketLock = socketLockFile(socketDir)
  const holder = numberIn(socketLock)
  if (holder !== undefined && !isPostmasterOf(holder, pgData)) rmSync(socketLock, { force: true })
}
