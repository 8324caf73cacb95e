import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { hostname } from 'node:os'
import { prepareCatchup } from './catchup/catchup-input.ts'
import type { CatchupStore } from './catchup/catchup-store.ts'
import { CatchupFetcher } from './catchup/catchup-fetcher.ts'
import { createIngestProcess } from './ingest/ingest-process.ts'
import { writePushSerials } from './ingest/ingest-state.ts'
import { LeaseLostError, type Lease, type LeaseStore } from './runs/lease-store.ts'
import { prepareInput } from './ingest/prepare-input.ts'
import { isAlive, processStart } from './runs/processes.ts'
import { startRun } from './runs/recorded-run.ts'
import type { PushKeyStore } from './ingest/push-key-store.ts'
import { catchupRequested, pushKeysRevoked, streamRequested } from './recorder-events.ts'
import type { RecordedStream, RecordingParts } from './recorder-needs.ts'
import type { RecordingHealth, RecordingStore } from './runs/recording-store.ts'
import { createRetention } from './segments/retention.ts'
import { heartbeatFile, liveFolder, readPid, removeRun, runFolder, streamsOnDisk, writePid } from './runs/run-folder.ts'
import { findLeftoverRuns } from './runs/leftover-runs.ts'
import type { SegmentStore } from './segments/segment-store.ts'
import { StreamRecorder } from './failover/stream-recorder.ts'
import { OnDemandScheduler, type Allocation } from './failover/on-demand-scheduler.ts'

const tickMs = 400
const leaseSec = 10
const renewIntervalMs = 3000
const configureIntervalMs = 5000
const heartbeatIntervalMs = 30_000
const retentionIntervalMs = 60_000
/** Retention for recordings of deleted streams. */
const orphanRetentionHours = 24
/** Run ids reserved in advance, for runs that start while the database is unavailable. */
const reservedRunIds = 200
const gracefulStopMs = 1500
/** Maximum wait for killed processes to disappear. */
const killedStopMs = 1200

interface Stores {
  segments: SegmentStore
  leases: LeaseStore
  recordings: RecordingStore
  catchups: CatchupStore
  pushKeys: Pick<PushKeyStore, 'serials'>
}

/** Records all streams while this process holds the lease. */
export class RecordingService {
  readonly #needs: RecordingParts
  readonly #stores: Stores
  readonly #liveDir: string
  readonly #ingest
  readonly #catchups: CatchupFetcher
  readonly #streams = new Map<number, StreamRecorder>()
  readonly #onDemand: OnDemandScheduler
  /** Requested by their matches. A feed can tell any number of them. */
  readonly #ofMatches: OnDemandScheduler
  readonly #writtenHealth = new Map<number, RecordingHealth>()
  readonly #dueMs = new Map<string, number>()
  #configured: readonly RecordedStream[] | undefined
  #lease: Lease | undefined
  #runIds: number[] = []
  #isStopped = false
  #running: Promise<unknown> | undefined
  #isRetaining = false
  #isDatabaseAway = false

  constructor(needs: RecordingParts, stores: Stores) {
    this.#needs = needs
    this.#stores = stores
    this.#liveDir = liveFolder(needs.dataDir)
    const { settings, secret, egressAllow } = needs
    this.#onDemand = new OnDemandScheduler(settings.maxOnDemand)
    this.#ofMatches = new OnDemandScheduler(settings.maxOnDemand)
    this.#ingest = createIngestProcess({
      liveDir: this.#liveDir,
      secret,
      egressAllow: [...egressAllow],
      rtmpHost: settings.rtmpHost,
      rtmpPort: settings.ingestPlay === '' ? settings.rtmpPort : 0,
    })
    this.#catchups = new CatchupFetcher(stores.catchups, {
      liveDir: this.#liveDir,
      nowMs: () => needs.clock.nowMs(),
      sourcesOf: (streamId) => this.#configured?.find(({ id }) => id === streamId)?.sources ?? [],
      prepare: (source, row) => prepareCatchup(source, row, needs, this.#ingest),
      note: (message, detail) => needs.log.warn(detail, message),
    })
    needs.events.on(catchupRequested, () => void this.#dueMs.delete('catch up'))
    needs.events.on(pushKeysRevoked, () => void this.#dueMs.delete('direct'))
    needs.events.on(streamRequested, (wanted) => {
      if (!wanted) return
      this.#onDemand.request(wanted.streamId, performance.now())
      this.#dueMs.delete('direct')
    })
  }

  /** Records until it is stopped. Takes over the runs of an earlier recorder of this data folder. */
  async run(): Promise<void> {
    await mkdir(this.#liveDir, { recursive: true })
    await this.#touchHeartbeat()
    // Two independent loops, so that runs are also supervised while the database does not reply.
    this.#running = Promise.all([
      this.#loop(() => this.#tickStreams()),
      this.#loop(() => this.#cycle().catch((err: unknown) => this.#handleFailure(err))),
    ])
    await this.#running
  }

  async #loop(cycle: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await cycle()
      await delay(tickMs)
    }
  }

  /**
   * Stops recording. Gracefully: each run finishes its segment, and all segments are saved. Otherwise ffmpeg keeps running
   * for the next recorder.
   */
  async stop(isGraceful: boolean): Promise<void> {
    this.#isStopped = true
    if (!isGraceful) return
    await this.#running
    for (const stream of this.#streams.values()) stream.stop('order')
    await this.#drain(gracefulStopMs)
    for (const stream of this.#streams.values()) stream.stop('kill')
    await this.#drain(killedStopMs)
    if (this.#isBusy()) this.#needs.log.warn('the last segments are not saved yet')
    if (this.#lease) await this.#catchups.stop(this.#lease).catch(() => undefined)
    this.#ingest.stop()
    if (this.#lease) await this.#stores.leases.release(this.#lease).catch(() => undefined)
  }

  #isBusy(): boolean {
    return [...this.#streams.values()].some((stream) => stream.isBusy())
  }

  /** Reads and saves the segments of stopping runs until all have ended. */
  async #drain(forMs: number): Promise<void> {
    const endMs = performance.now() + forMs
    while (performance.now() < endMs && this.#isBusy()) {
      await this.#tickStreams()
      await this.#write().catch(() => undefined)
      await delay(50)
    }
  }

  /** Updates the heartbeat file, which ffmpeg's watchdogs and the ingest process check. */
  #touchHeartbeat(): Promise<void> {
    return writeFile(heartbeatFile(this.#liveDir), String(this.#needs.clock.nowMs()))
  }

  /** Whether the interval has passed since this was last true for that name. */
  #isDue(name: string, everyMs: number): boolean {
    const nowMs = performance.now()
    if (nowMs < (this.#dueMs.get(name) ?? 0)) return false
    this.#dueMs.set(name, nowMs + everyMs)
    return true
  }

  async #cycle(): Promise<void> {
    if (this.#isDue('touch', heartbeatIntervalMs)) await this.#touchHeartbeat()
    if (!this.#lease) return this.#acquireLease()
    if (this.#isDue('direct', configureIntervalMs)) await this.#configureStreams()
    await this.#write()
    if (this.#isDue('catch up', configureIntervalMs) || this.#catchups.isBusy()) await this.#catchups.tick(this.#lease)
    if (this.#isDue('renew', renewIntervalMs) && !(await this.#stores.leases.renew(this.#lease, leaseSec)))
      throw new LeaseLostError()
    if (this.#isDue('retain', retentionIntervalMs)) this.#applyRetention(this.#lease)
    if (this.#isDatabaseAway) this.#needs.log.info('recordings are saved again')
    this.#isDatabaseAway = false
  }

  /** After a lost lease all runs are killed. If the database is unavailable, ffmpeg keeps running and segments wait. */
  #handleFailure(err: unknown): void {
    if (err instanceof LeaseLostError) {
      this.#needs.log.warn('another recorder has taken over')
      for (const stream of this.#streams.values()) stream.stop('kill')
      this.#streams.clear()
      this.#catchups.cancelAll()
      this.#lease = undefined
      return
    }
    if (!this.#isDatabaseAway) this.#needs.log.warn({ err }, 'recordings cannot be saved at present')
    this.#isDatabaseAway = true
  }

  async #acquireLease(): Promise<void> {
    const { segments, leases } = this.#stores
    // Two recorders of one folder would stop each other's ffmpeg processes, so the first one continues.
    const other = readPid(this.#liveDir)
    if (other && other.pid !== process.pid && isAlive(other)) return
    writePid(this.#liveDir, { pid: process.pid, start: processStart(process.pid) ?? '' })
    const lease = await leases.acquire(`${hostname()} ${this.#needs.dataDir}`, leaseSec)
    if (!lease) return
    this.#runIds = await segments.reserveRuns(reservedRunIds)
    this.#streams.clear()
    for (const streamId of streamsOnDisk(this.#liveDir)) {
      const { runs, tail } = await findLeftoverRuns(this.#liveDir, streamId, segments)
      const isRunning = this.#recorderOf(streamId).adopt(runs, tail)
      // Who requested it is not known; this keeps it running until it is requested again.
      if (!isRunning) continue
      for (const scheduler of [this.#onDemand, this.#ofMatches]) scheduler.request(streamId, performance.now())
    }
    this.#lease = lease
    this.#dueMs.clear()
    this.#needs.log.info({ term: lease.term }, 'recording')
  }

  #recorderOf(streamId: number): StreamRecorder {
    const found = this.#streams.get(streamId)
    if (found) return found
    const { clock, log } = this.#needs
    const recorder = new StreamRecorder(streamId, {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => performance.now(),
      prepare: (source) => prepareInput(streamId, source, this.#needs, this.#ingest),
      begin: (input, note) => {
        const runId = this.#runIds.shift()
        if (runId === undefined) throw new Error('no reserved run ids are left: the database is unavailable')
        return startRun({
          liveDir: this.#liveDir,
          dir: runFolder(this.#liveDir, streamId, runId),
          streamId,
          runId,
          input,
          metadata: {
            ...note,
            startedMs: clock.nowMs(),
          },
        })
      },
      discard: ({ dir }) => void removeRun(dir).catch((err: unknown) => log.warn({ err }, 'a run was not removed')),
      note: (message, detail) => log.warn(detail, message),
    })
    this.#streams.set(streamId, recorder)
    return recorder
  }

  async #configureStreams(): Promise<void> {
    const streams = await this.#needs.streams().catch((err: unknown) => {
      // If the streams cannot be read, the last configuration stays.
      if (!this.#configured) throw err
      return this.#configured
    })
    this.#configured = streams
    writePushSerials(this.#liveDir, await this.#stores.pushKeys.serials())
    const known = new Set(streams.map(({ id }) => id))
    const allocationOf = this.#allocations(streams)
    for (const stream of streams) this.#recorderOf(stream.id).configure(stream.sources, allocationOf(stream))
    for (const [id, stream] of this.#streams) {
      if (known.has(id)) continue
      stream.configure([], 'rest')
      // Without its last state it would be reported as recording for ever.
      const isReported = this.#writtenHealth.get(id) === stream.health()
      if (!stream.isBusy() && isReported) this.#streams.delete(id)
    }
  }

  /** Which streams may run now. */
  #allocations(streams: readonly RecordedStream[]): (stream: RecordedStream) => Allocation {
    const nowMs = performance.now()
    const idsOf = (is: (stream: RecordedStream) => boolean) => new Set(streams.filter(is).map(({ id }) => id))
    const isShown = ({ isOfMatch, sources }: RecordedStream): boolean => isOfMatch && sources.length > 0
    const shown = idsOf(isShown)
    for (const id of shown) this.#ofMatches.request(id, nowMs)
    const ofMatch = this.#ofMatches.allocations(shown, nowMs)
    const onDemand = this.#onDemand.allocations(
      idsOf((stream) => stream.onDemand),
      nowMs,
    )
    return (stream) => (isShown(stream) ? ofMatch(stream.id) : stream.onDemand ? onDemand(stream.id) : 'run')
  }

  /** Ticks all streams. Never throws: what cannot be read now is read at the next tick. */
  async #tickStreams(): Promise<void> {
    const streams = [...this.#streams.values()]
    const results = await Promise.allSettled(streams.map((stream) => stream.tick()))
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') this.#needs.log.error({ err: failed.reason }, 'a stream could not be read')
  }

  /** Saves finished segments of all streams in one transaction. */
  async #write(): Promise<void> {
    const { segments, recordings } = this.#stores
    if (!this.#lease) return
    if (this.#runIds.length < reservedRunIds / 2) this.#runIds.push(...(await segments.reserveRuns(reservedRunIds)))
    const pending = [...this.#streams.values()].flatMap((stream) =>
      stream.pendingBatches().map((batch) => ({ stream, batch })),
    )
    if (pending.length > 0) {
      await segments.append(
        this.#lease,
        pending.map(({ batch }) => batch),
      )
      for (const { stream, batch } of pending) stream.markWritten(batch)
    }
    for (const [streamId, stream] of this.#streams) {
      const health = stream.health()
      if (this.#writtenHealth.get(streamId) === health) continue
      await recordings.write(streamId, health)
      this.#writtenHealth.set(streamId, health)
    }
  }

  /** Runs in the background, because thousands of files may have to be deleted. */
  #applyRetention(lease: Lease): void {
    if (this.#isRetaining) return
    this.#isRetaining = true
    const busy = new Set([...this.#streams].filter(([, stream]) => stream.isBusy()).map(([id]) => id))
    const rules = new Map(this.#configured?.map((stream) => [stream.id, stream]))
    const orphan = { retentionHours: orphanRetentionHours, kept: [] }
    createRetention(this.#needs, this.#stores, this.#liveDir)(lease, busy, (streamId) => rules.get(streamId) ?? orphan)
      .catch((err: unknown) => this.#needs.log.warn({ err }, 'old recordings were not removed'))
      .finally(() => (this.#isRetaining = false))
  }
}
