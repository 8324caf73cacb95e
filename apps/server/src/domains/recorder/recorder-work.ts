import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { hostname } from 'node:os'
import { prepareCatchup } from './catchup/catchup-input.ts'
import type { CatchupStore } from './catchup/catchup-store.ts'
import { CatchupWork } from './catchup/catchup-work.ts'
import { createIngestProcess } from './ingest/ingest-process.ts'
import { writePushSerials } from './ingest/ingest-state.ts'
import { LeaseLost, type Lease, type LeaseStore } from './runs/lease-store.ts'
import { prepareInput } from './ingest/prepare-input.ts'
import { isAlive, processStart } from './runs/processes.ts'
import { startRun } from './runs/recorded-run.ts'
import type { PushKeyStore } from './ingest/push-key-store.ts'
import { catchupWanted, pushKeysEnded, streamWanted } from './recorder-events.ts'
import type { RecordedStream, RecordingNeeds } from './recorder-needs.ts'
import type { RecordingHealth, RecordingStore } from './runs/recording-store.ts'
import { createRetention } from './segments/retention.ts'
import { aliveFile, liveFolder, readPid, removeRun, runFolder, streamsOnDisk, writePid } from './runs/run-folder.ts'
import { runsLeft } from './runs/runs-left.ts'
import type { SegmentStore } from './segments/segment-store.ts'
import { StreamRecorder } from './failover/stream-recorder.ts'
import { WantedStreams } from './failover/wanted-streams.ts'

const tickMs = 400
const leaseSec = 10
const renewEveryMs = 3000
const askStreamsEveryMs = 5000
const touchEveryMs = 30_000
const retainEveryMs = 60_000
/** What was recorded of a stream that is no more. */
const keepHoursOfRemoved = 24
/** Enough for the runs that begin while the database is away. */
const runNumbersKept = 200
const endInOrderMs = 1500
/** A process that was killed is gone as soon as the machine has a moment. */
const endKilledMs = 1200

interface Stores {
  segments: SegmentStore
  leases: LeaseStore
  recordings: RecordingStore
  catchups: CatchupStore
  pushKeys: Pick<PushKeyStore, 'serials'>
}

/** Everything that is recorded, while this process has the lease. */
export class RecorderWork {
  readonly #needs: RecordingNeeds
  readonly #stores: Stores
  readonly #liveDir: string
  readonly #ingest
  readonly #catchups: CatchupWork
  readonly #streams = new Map<number, StreamRecorder>()
  readonly #wanted: WantedStreams
  readonly #tolds = new Map<number, RecordingHealth>()
  readonly #due = new Map<string, number>()
  #asked: readonly RecordedStream[] | undefined
  #lease: Lease | undefined
  #numbers: number[] = []
  #stopped = false
  #running: Promise<unknown> | undefined
  #retaining = false
  #away = false

  constructor(needs: RecordingNeeds, stores: Stores) {
    this.#needs = needs
    this.#stores = stores
    this.#liveDir = liveFolder(needs.dataDir)
    const { settings, secret, egressAllow } = needs
    this.#wanted = new WantedStreams(settings.maxOnDemand)
    this.#ingest = createIngestProcess({
      liveDir: this.#liveDir,
      secret,
      egressAllow: [...egressAllow],
      rtmpHost: settings.rtmpHost,
      rtmpPort: settings.ingestPlay === '' ? settings.rtmpPort : 0,
    })
    this.#catchups = new CatchupWork(stores.catchups, {
      liveDir: this.#liveDir,
      nowMs: () => needs.clock.nowMs(),
      sourcesOf: (streamId) => this.#asked?.find(({ id }) => id === streamId)?.sources ?? [],
      prepare: (source, row) => prepareCatchup(source, row, needs, this.#ingest),
      note: (message, detail) => needs.log.warn(detail, message),
    })
    needs.events.on(catchupWanted, () => void this.#due.delete('catch up'))
    needs.events.on(pushKeysEnded, () => void this.#due.delete('direct'))
    needs.events.on(streamWanted, (wanted) => {
      if (!wanted) return
      this.#wanted.want(wanted.streamId, performance.now())
      this.#due.delete('direct')
    })
  }

  /** Records until it is stopped. Takes over what an earlier recorder of this data folder left. */
  async run(): Promise<void> {
    await mkdir(this.#liveDir, { recursive: true })
    await this.#showAlive()
    // Apart from each other: what runs is looked after also while the database does not answer.
    this.#running = Promise.all([
      this.#again(() => this.#look()),
      this.#again(() => this.#round().catch((err: unknown) => this.#lost(err))),
    ])
    await this.#running
  }

  async #again(round: () => Promise<void>): Promise<void> {
    while (!this.#stopped) {
      await round()
      await delay(tickMs)
    }
  }

  /**
   * Ends everything in order: what runs finishes its segment, and all of it is written. Without `inOrder` ffmpeg goes on,
   * for the recorder that follows.
   */
  async stop(inOrder: boolean): Promise<void> {
    this.#stopped = true
    if (!inOrder) return
    await this.#running
    for (const stream of this.#streams.values()) stream.end('order')
    await this.#windUp(endInOrderMs)
    for (const stream of this.#streams.values()) stream.end('kill')
    await this.#windUp(endKilledMs)
    if (this.#isBusy()) this.#needs.log.warn('the last segments wait')
    if (this.#lease) await this.#catchups.stop(this.#lease).catch(() => undefined)
    this.#ingest.end()
    if (this.#lease) await this.#stores.leases.giveBack(this.#lease).catch(() => undefined)
  }

  #isBusy(): boolean {
    return [...this.#streams.values()].some((stream) => stream.isBusy())
  }

  /** Reads and writes what those that were told to end have finished, until all of them have ended. */
  async #windUp(forMs: number): Promise<void> {
    const endMs = performance.now() + forMs
    while (performance.now() < endMs && this.#isBusy()) {
      await this.#look()
      await this.#write().catch(() => undefined)
      await delay(50)
    }
  }

  /** Its ffmpegs and the ingest process go by when this was written. */
  #showAlive(): Promise<void> {
    return writeFile(aliveFile(this.#liveDir), String(this.#needs.clock.nowMs()))
  }

  /** True when so much time has gone by since it was last true for that name. */
  #isDue(name: string, everyMs: number): boolean {
    const nowMs = performance.now()
    if (nowMs < (this.#due.get(name) ?? 0)) return false
    this.#due.set(name, nowMs + everyMs)
    return true
  }

  async #round(): Promise<void> {
    if (this.#isDue('touch', touchEveryMs)) await this.#showAlive()
    if (!this.#lease) return this.#begin()
    if (this.#isDue('direct', askStreamsEveryMs)) await this.#direct()
    await this.#write()
    if (this.#isDue('catch up', askStreamsEveryMs) || this.#catchups.isBusy()) await this.#catchups.round(this.#lease)
    if (this.#isDue('renew', renewEveryMs) && !(await this.#stores.leases.renew(this.#lease, leaseSec)))
      throw new LeaseLost()
    if (this.#isDue('retain', retainEveryMs)) this.#retain(this.#lease)
    if (this.#away) this.#needs.log.info('recordings are written again')
    this.#away = false
  }

  /** The database is away: ffmpeg goes on, what it finishes waits. Or another recorder is at work. */
  #lost(err: unknown): void {
    if (err instanceof LeaseLost) {
      this.#needs.log.warn('another recorder has taken over')
      for (const stream of this.#streams.values()) stream.end('kill')
      this.#streams.clear()
      this.#catchups.dropAll()
      this.#lease = undefined
      return
    }
    if (!this.#away) this.#needs.log.warn({ err }, 'recordings wait to be written')
    this.#away = true
  }

  async #begin(): Promise<void> {
    const { segments, leases } = this.#stores
    // Two on one folder would take each other's ffmpegs away: whoever came first goes on.
    const other = readPid(this.#liveDir)
    if (other && other.pid !== process.pid && isAlive(other)) return
    writePid(this.#liveDir, { pid: process.pid, start: processStart(process.pid) ?? '' })
    const lease = await leases.take(`${hostname()} ${this.#needs.dataDir}`, leaseSec)
    if (!lease) return
    this.#numbers = await segments.reserveRuns(runNumbersKept)
    this.#streams.clear()
    for (const streamId of streamsOnDisk(this.#liveDir)) {
      const { runs, tail } = await runsLeft(this.#liveDir, streamId, segments)
      const goesOn = this.#recorderOf(streamId).adopt(runs, tail)
      // Who watched it is not known: it is given the time in which they ask again.
      if (goesOn) this.#wanted.want(streamId, performance.now())
    }
    this.#lease = lease
    this.#due.clear()
    this.#needs.log.info({ term: lease.term }, 'recording')
  }

  #recorderOf(streamId: number): StreamRecorder {
    const found = this.#streams.get(streamId)
    if (found) return found
    const { clock, log } = this.#needs
    const made = new StreamRecorder(streamId, {
      nowMs: () => clock.nowMs(),
      steadyMs: () => performance.now(),
      prepare: (source) => prepareInput(streamId, source, this.#needs, this.#ingest),
      begin: (input, note) => {
        const runId = this.#numbers.shift()
        if (runId === undefined) throw new Error('no numbers for runs are left: the database is away')
        return startRun({
          liveDir: this.#liveDir,
          dir: runFolder(this.#liveDir, streamId, runId),
          streamId,
          runId,
          input,
          note: {
            ...note,
            startedMs: clock.nowMs(),
          },
        })
      },
      discard: ({ dir }) => void removeRun(dir).catch((err: unknown) => log.warn({ err }, 'a run was not removed')),
      note: (message, detail) => log.warn(detail, message),
    })
    this.#streams.set(streamId, made)
    return made
  }

  async #direct(): Promise<void> {
    const streams = await this.#needs.streams().catch((err: unknown) => {
      // Without an answer everything stays as it is.
      if (!this.#asked) throw err
      return this.#asked
    })
    this.#asked = streams
    writePushSerials(this.#liveDir, await this.#stores.pushKeys.serials())
    const known = new Set(streams.map(({ id }) => id))
    const onDemand = new Set(streams.filter((stream) => stream.onDemand).map(({ id }) => id))
    const turnOf = this.#wanted.turns(onDemand, performance.now())
    for (const { id, sources } of streams) this.#recorderOf(id).direct(sources, onDemand.has(id) ? turnOf(id) : 'run')
    for (const [id, stream] of this.#streams) {
      if (known.has(id)) continue
      stream.direct([], 'rest')
      if (!stream.isBusy()) this.#streams.delete(id)
    }
  }

  /** Looks after what runs. Never fails: what cannot be read now is read the next time. */
  async #look(): Promise<void> {
    const streams = [...this.#streams.values()]
    const looks = await Promise.allSettled(streams.map((stream) => stream.tick()))
    const failed = looks.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') this.#needs.log.error({ err: failed.reason }, 'a stream could not be read')
  }

  /** Writes what was finished, for all streams in one transaction. */
  async #write(): Promise<void> {
    const { segments, recordings } = this.#stores
    if (!this.#lease) return
    if (this.#numbers.length < runNumbersKept / 2) this.#numbers.push(...(await segments.reserveRuns(runNumbersKept)))
    const waiting = [...this.#streams.values()].flatMap((stream) =>
      stream.waiting().map((batch) => ({ stream, batch })),
    )
    if (waiting.length > 0) {
      await segments.append(
        this.#lease,
        waiting.map(({ batch }) => batch),
      )
      for (const { stream, batch } of waiting) stream.written(batch)
    }
    for (const [streamId, stream] of this.#streams) {
      const health = stream.health()
      if (this.#tolds.get(streamId) === health) continue
      await recordings.write(streamId, health)
      this.#tolds.set(streamId, health)
    }
  }

  /** Beside the rest: thousands of files may have to go. */
  #retain(lease: Lease): void {
    if (this.#retaining) return
    this.#retaining = true
    const busy = new Set([...this.#streams].filter(([, stream]) => stream.isBusy()).map(([id]) => id))
    const hours = new Map(this.#asked?.map((stream) => [stream.id, stream.keepHours]))
    const keepHours = (streamId: number): number => hours.get(streamId) ?? keepHoursOfRemoved
    createRetention(this.#needs, this.#stores, this.#liveDir)(lease, busy, keepHours)
      .catch((err: unknown) => this.#needs.log.warn({ err }, 'old recordings were not removed'))
      .finally(() => (this.#retaining = false))
  }
}
