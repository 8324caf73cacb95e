import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../../apps/server/src/config.ts'
import { readPid } from '../../apps/server/src/domains/recorder/runs/run-folder.ts'
import { openPlatform } from '../../apps/server/src/platform/open-platform.ts'
import { createLogger } from '../../apps/server/src/platform/process/logger.ts'
import { createStation, type Station } from '../../apps/server/src/station.ts'
import { childrenOf } from './process-cpu.ts'

const main = new URL('../../apps/server/src/main.ts', import.meta.url).pathname

/** Processes of a recording that can be killed. */
export type Victim = 'ffmpeg' | 'recorder' | 'server'
export const victims: readonly Victim[] = ['ffmpeg', 'recorder', 'server']

export interface RecordingStation {
  /** The same station accessed from this process: its database and data folder. */
  station: Station
  dataDir: string
  /** Adds a channel with one line per address. The channels are recorded permanently. */
  addChannels(addresses: readonly string[]): Promise<{ channelId: number; streamId: number }[]>
  startServer(): Promise<void>
  stopServer(): Promise<void>
  pidOf(victim: Victim, streamId: number): number | undefined
  /** Kills a process at once, and restarts it if it was the server. False if it was not running. */
  kill(victim: Victim, streamId: number): Promise<boolean>
  /** Runs a sender and restarts it when it exits; returns a function that stops it. */
  keepSenderRunning(start: () => ChildProcess): () => void
  close(): Promise<void>
}

/** The runs of a line, oldest first. */
export function runsOf(dataDir: string, streamId: number): string[] {
  const folder = join(dataDir, 'live', String(streamId))
  return existsSync(folder) ? readdirSync(folder).toSorted((a, b) => Number(a) - Number(b)) : []
}

/** Milliseconds until a condition is true. Throws if that takes longer than the limit. */
export async function until(what: string, limitMs: number, is: () => Promise<boolean>): Promise<number> {
  const fromMs = performance.now()
  while (performance.now() - fromMs < limitMs) {
    if (await is().catch(() => false)) return performance.now() - fromMs
    await delay(100)
  }
  throw new Error(`${what} did not happen in ${limitMs} ms`)
}

async function addChannels(station: Station, addresses: readonly string[]) {
  const common = { aliases: [], guideId: '', group: { name: '测试', overseas: false }, tag: null, logo: '' }
  const line = { name: '线路一', kind: 'recorded' as const, onDemand: false, quality: '', saving: false }
  const kept = { replayDays: 1, dvrSec: 3600, demo: false }
  await station.live.save(
    addresses.map((address, at) => ({
      ...common,
      ...kept,
      origin: `bench:${address}`,
      number: at + 1,
      name: `频道${at + 1}`,
      lines: [
        {
          ...line,
          sources: [
            {
              address,
              userAgent: '',
            },
          ],
        },
      ],
    })),
  )
  const { channels } = await station.live.lineup()
  return addresses.flatMap((address) =>
    channels
      .filter(({ origin }) => origin === `bench:${address}`)
      .flatMap(({ id, streams }) => streams.map((stream) => ({ channelId: id, streamId: stream.id }))),
  )
}

interface ServerProcess {
  pid(): number | undefined
  start(): Promise<void>
  stop(): Promise<void>
}

/** The server as a child process that can be restarted. */
function createServerProcess(env: Readonly<Record<string, string>>): ServerProcess {
  let server: ChildProcess | undefined
  return {
    pid: () => server?.pid,
    async start() {
      const child = spawn(process.execPath, [main], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      server = child
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (text: Buffer) => /http:\/\//.test(text.toString()) && resolve())
        child.once('exit', () => reject(new Error('the server exited')))
      })
    },
    async stop() {
      if (server?.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

/** Runs senders and restarts them when they exit. */
function createSenders(): { keep(start: () => ChildProcess): () => void; stop(): void } {
  const stops = new Set<() => void>()
  return {
    keep(start) {
      let child: ChildProcess | undefined
      let again: NodeJS.Timeout | undefined
      let ended = false
      const begin = (): void => {
        child = start()
        child.once('exit', () => {
          if (!ended) again = setTimeout(begin, 500)
        })
      }
      begin()
      const stop = (): void => {
        ended = true
        clearTimeout(again)
        child?.kill('SIGKILL')
        stops.delete(stop)
      }
      stops.add(stop)
      return stop
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/**
 * A complete recording station as in production: a server process, which runs a recorder, which runs ffmpeg processes,
 * with its own data folder. Linux only.
 * @param env settings of the server, `PORT` and `RTMP_PORT` above all
 */
export async function openRecordingStation(env: Readonly<Record<string, string>>): Promise<RecordingStation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yunmu-bench-recording-'))
  // Restarts use compiled code, as with `npm start`.
  const compiled = { NODE_COMPILE_CACHE: join(dataDir, 'compiled') }
  const settings = { YUNMU_DATA: dataDir, DEMO: '0', LOG_LEVEL: 'error', ...compiled, ...env }
  const log = createLogger({ level: 'error' })
  const platform = await openPlatform({ config: readConfig(settings, '/'), log, print: () => undefined })
  const station = createStation(platform)
  const server = createServerProcess(settings)
  const senders = createSenders()

  function pidOf(victim: Victim, streamId: number): number | undefined {
    const serverPid = server.pid()
    if (victim === 'server' || serverPid === undefined) return serverPid
    if (victim === 'recorder')
      return childrenOf(serverPid).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('recorder-main'))
    const run = runsOf(dataDir, streamId).at(-1)
    return run === undefined ? undefined : readPid(join(dataDir, 'live', String(streamId), run))?.pid
  }

  async function kill(victim: Victim, streamId: number): Promise<boolean> {
    const pid = pidOf(victim, streamId)
    if (pid === undefined) return false
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      return false
    }
    if (victim === 'server') await server.start()
    return true
  }

  return {
    station,
    dataDir,
    pidOf,
    kill,
    startServer: server.start,
    stopServer: server.stop,
    keepSenderRunning: senders.keep,
    addChannels: (addresses) => addChannels(station, addresses),
    async close() {
      senders.stop()
      // A graceful stop also stops the processes that it started.
      await server.stop()
      await station.close()
      await platform.close()
      rmSync(dataDir, {
        recursive: true,
        force: true,
        maxRetries: 5,
        retryDelay: 200,
      })
    },
  }
}
