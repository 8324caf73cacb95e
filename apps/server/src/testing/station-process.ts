import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { DatabaseConnection } from '../platform/database/database-handle.ts'
import { canReach } from '../platform/database/service-user.ts'

/** A line of JSON from the process's output. */
export interface Said {
  readonly connection?: DatabaseConnection
  readonly acknowledged?: number
  readonly log?: string
  readonly refusal?: string
  readonly stopped?: boolean
}

const fixture = path.join(import.meta.dirname, '../platform/database/station.fixture.ts')

/** The user `nobody`, on every Linux. */
export const stranger = { uid: 65534, gid: 65534 }

/** Whether this process is root and other users may read the program: not the case for a checkout under /root. */
export const strangersMayRun =
  process.getuid?.() === 0 && canReach(stranger, process.execPath) && canReach(stranger, path.dirname(fixture))

/** Another process of a station, which starts the database or shares it. */
export class StationProcess {
  readonly said: Said[] = []
  readonly #child
  readonly #ended

  /** @param uid runs it as that user; only root may */
  constructor(dataDir: string, uid?: number) {
    this.#child = spawn(process.execPath, [fixture, dataDir], {
      ...(uid === undefined ? {} : { uid, gid: uid }),
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#ended = once(this.#child, 'exit')
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.said.push(JSON.parse(line)))
  }

  /** Waits for the first matching line. */
  async until(fits: (said: Said) => boolean): Promise<Said> {
    for (;;) {
      const found = this.said.find(fits)
      if (found) return found
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        throw new Error(`the station ended: ${JSON.stringify(this.said)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** The connection, once the database is up. */
  async connection(): Promise<DatabaseConnection> {
    const { connection } = await this.until((said) => said.connection !== undefined || said.refusal !== undefined)
    if (!connection) throw new Error(`refused: ${JSON.stringify(this.said)}`)
    return connection
  }

  /** Sends one word to its input: `write` or `stop`. */
  say(word: 'write' | 'stop'): void {
    this.#child.stdin.write(`${word}\n`)
  }

  async stop(): Promise<void> {
    this.say('stop')
    await this.#ended
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}
