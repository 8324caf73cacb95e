import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { findPostmaster, repairLockFiles, isPostmasterOf } from './lock-files.ts'
import { prepareSocketDirectory } from './socket-directory.ts'

/** A postmaster that this process started. */
export interface Launch {
  readonly isAlive: () => boolean
  /** Its output since the start, to explain a failure. */
  readonly lastOutput: () => string
}

const megabyte = 1024 * 1024
const maxLogBytes = 5 * megabyte
const shutdownTimeoutMs = 30_000

/** Size of PostgreSQL's page cache, by the machine's memory. */
function sharedBuffersFor(memoryBytes: number): string {
  if (memoryBytes < 1024 * megabyte) return '32MB'
  return memoryBytes < 2048 * megabyte ? '64MB' : '128MB'
}

function serverSettings({ socketDir, settings: replaced }: Cluster): string[] {
  const settings = {
    listen_addresses: '',
    // The setting is a comma-separated list, so the folder is quoted.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    port: '5432',
    // Each process of the station has two pools of ten connections and a few more.
    max_connections: '200',
    shared_buffers: sharedBuffersFor(totalmem()),
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Input of visitors must not be logged: neither statements nor values in the details of constraints.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...replaced,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function openLog(logFile: string): { fd: number; start: number } {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= maxLogBytes) return { fd: openSync(logFile, 'a', 0o600), start: size }
  renameSync(logFile, `${logFile}.1`)
  return { fd: openSync(logFile, 'a', 0o600), start: 0 }
}

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C in the terminal reaches it only through us, and it survives a
 * `kill -9` of this process with every acknowledged write; the next start connects to it.
 * @throws StartRefusal when its socket directory is occupied
 */
export function launchPostmaster(cluster: Cluster): Launch {
  prepareSocketDirectory(cluster.socketDir, cluster.user)
  repairLockFiles(cluster.pgData, cluster.socketDir)
  const logFile = path.join(cluster.dir, 'postgres.log')
  const log = openLog(logFile)
  const program = path.join(cluster.nativeDir, 'bin', 'postgres')
  const child = spawn(program, ['-D', cluster.pgData, ...serverSettings(cluster)], {
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
    lastOutput: () => failure || readFileSync(logFile).subarray(log.start).toString('utf8').trim(),
  }
}

async function waitForExit(pid: number, pgData: string): Promise<boolean> {
  const until = performance.now() + shutdownTimeoutMs
  while (isPostmasterOf(pid, pgData)) {
    if (performance.now() > until) return false
    await delay(10)
  }
  return true
}

/**
 * Stops the postmaster of this data directory and waits for its exit. Sessions are ended and no data is lost: first a
 * fast shutdown, and if a slow disk delays that too long, an immediate one that the next start recovers from.
 */
export async function stopPostmaster(pgData: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const pid = findPostmaster(pgData)
    if (pid === undefined) return
    process.kill(pid, signal)
    if (await waitForExit(pid, pgData)) return
  }
}
