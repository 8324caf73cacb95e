import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '../process/start-refusal.ts'

/** Whom PostgreSQL runs as when we are root: it refuses to run as root itself. */
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
 * The user for PostgreSQL, or undefined when we are not root and run it as ourselves.
 * @param existingDataDirectory the cluster's data directory when there is one already: its owner goes on owning it.
 */
export function chooseServiceUser(existingDataDirectory: string | undefined): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existingDataDirectory !== undefined) {
    const { uid, gid } = statSync(existingDataDirectory)
    if (uid !== 0) return { uid, gid }
  }
  const known = passwdEntry(serviceName)
  if (known) return known
  createServiceUser()
  const chosen = passwdEntry(serviceName) ?? passwdEntry('nobody')
  if (!chosen)
    throw new StartRefusal('PostgreSQL 不能以 root 运行，而系统里没有 yunmu 或 nobody 用户。请建立用户 yunmu。')
  return chosen
}

/** Whether the user may pass through a folder or run a program: asked of the system itself, so links and ACLs count. */
export function canReach(user: ServiceUser | undefined, place: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', place], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  })
  return asked.status === 0
}

/**
 * Lets the service user pass through a folder of root's that is closed to it, through the folder's group, so that it is
 * opened to nobody else. Does nothing where that is not needed, and cannot help when a folder further up is closed.
 */
export function letThrough(user: ServiceUser | undefined, folder: string): void {
  if (!user || canReach(user, folder) || !canReach(user, path.dirname(folder))) return
  const { uid, gid, mode } = statSync(folder)
  if (uid !== 0 || (gid !== 0 && gid !== user.gid)) return
  chownSync(folder, uid, user.gid)
  chmodSync(folder, (mode & 0o777) | 0o010)
}
