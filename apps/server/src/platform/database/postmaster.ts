import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { findPostmaster, healLockFiles, isPostmasterOf } from './lock-files.ts'
import { prepareSocketDirectory } from './socket-directory.ts'

/** A postmaster that this process started. */
export interface Launch {
  readonly isAlive: () => boolean
  /** What it said last, for the operator when it does not come up. */
  readonly lastWords: () => string
}

const megabyte = 1024 * 1024
const longestLogBytes = 5 * megabyte
const shutdownPatienceMs = 30_000

/** PostgreSQL's cache of pages, by the machine's memory. */
function sharedBuffersFor(memoryBytes: number): string {
  if (memoryBytes < 1024 * megabyte) return '32MB'
  return memoryBytes < 2048 * megabyte ? '64MB' : '128MB'
}

function serverSettings(socketDir: string): string[] {
  const settings = {
    listen_addresses: '',
    // A list of folders parted by commas, so a folder's name is quoted.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    port: '5432',
    max_connections: '60',
    shared_buffers: sharedBuffersFor(totalmem()),
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // What visitors wrote has no place in a log: neither statements nor the values in a constraint's detail.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function openLog(logFile: string): { fd: number; start: number } {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= longestLogBytes) return { fd: openSync(logFile, 'a', 0o600), start: size }
  renameSync(logFile, `${logFile}.1`)
  return { fd: openSync(logFile, 'a', 0o600), start: 0 }
}

/**
 * Starts PostgreSQL in a session of its own: Ctrl-C in the terminal reaches it only through us, and it outlives a
 * `kill -9` of ours with every acknowledged write, for the next start to adopt.
 * @throws StartRefusal when its socket's place is taken by somebody else
 */
export function launchPostmaster(cluster: Cluster): Launch {
  prepareSocketDirectory(cluster.socketDir, cluster.user)
  healLockFiles(cluster.pgData, cluster.socketDir)
  const logFile = path.join(cluster.dir, 'postgres.log')
  const log = openLog(logFile)
  const program = path.join(cluster.nativeDir, 'bin', 'postgres')
  const child = spawn(program, ['-D', cluster.pgData, ...serverSettings(cluster.socketDir)], {
    ...cluster.user,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  closeSync(log.fd)
  let failure = ''
  child.on('error', (error) => {
    failure = error.message
  })
  child.unref()
  return {
    isAlive: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    lastWords: () => failure || readFileSync(logFile).subarray(log.start).toString('utf8').trim(),
  }
}

async function waitUntilGone(pid: number, pgData: string): Promise<boolean> {
  const until = performance.now() + shutdownPatienceMs
  while (isPostmasterOf(pid, pgData)) {
    if (performance.now() > until) return false
    await delay(10)
  }
  return true
}

/**
 * Ends the postmaster of this data directory and waits until it is gone. Sessions are ended and nothing is lost: first a
 * fast shutdown, and when a slow disk keeps that too long, one that the next start recovers from.
 */
export async function stopPostmaster(pgData: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const pid = findPostmaster(pgData)
    if (pid === undefined) return
    process.kill(pid, signal)
    if (await waitUntilGone(pid, pgData)) return
  }
}
