import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '../process/start-refusal.ts'

/** The user who runs PostgreSQL if we are root, because it refuses to run as root. */
export interface ServiceUser {
  readonly uid: number
  readonly gid: number
}

const serviceName = 'yunmu'

function passwdEntry(name: string): ServiceUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

function createServiceUser(): void {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  spawnSync('useradd', [...flags, '--shell', '/usr/sbin/nologin', serviceName], { stdio: 'ignore' })
}

/**
 * The user for PostgreSQL, or undefined if we are not root and run it ourselves.
 * @param existingDataDirectory the existing cluster's data directory, whose owner is kept
 */
export function chooseServiceUser(existingDataDirectory: string | undefined): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existingDataDirectory !== undefined) {
    const { uid, gid } = statSync(existingDataDirectory)
    if (uid !== 0) return { uid, gid }
  }
  const existing = passwdEntry(serviceName)
  if (existing) return existing
  createServiceUser()
  const created = passwdEntry(serviceName) ?? passwdEntry('nobody')
  if (!created)
    throw new StartRefusal('PostgreSQL 不能以 root 运行，而系统里没有 yunmu 或 nobody 用户。请建立用户 yunmu。')
  return created
}

/** Whether the user can enter a folder or run a program. Tested by the system itself, so that links and ACLs count. */
export function canReach(user: ServiceUser | undefined, place: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', place], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  })
  return result.status === 0
}

/**
 * Lets the service user enter a folder of root by its group, without opening it to others. Does nothing if that is not
 * needed, and cannot help if a parent folder is closed.
 */
export function grantTraversal(user: ServiceUser | undefined, folder: string): void {
  if (!user || canReach(user, folder) || !canReach(user, path.dirname(folder))) return
  const { uid, gid, mode } = statSync(folder)
  if (uid !== 0 || (gid !== 0 && gid !== user.gid)) return
  chownSync(folder, uid, user.gid)
  chmodSync(folder, (mode & 0o777) | 0o010)
}
