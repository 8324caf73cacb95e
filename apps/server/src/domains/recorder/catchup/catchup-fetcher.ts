import { isComplete } from './catchup-rules.ts'
import type { CatchupRow, CatchupStore } from './catchup-store.ts'
import { needsAudioEncoding, type AudioMode, type Input } from '../runs/ffmpeg-rules.ts'
import type { Lease } from '../runs/lease-store.ts'
import { adoptRun, startRun, type RecordedRun } from '../runs/recorded-run.ts'
import type { StreamSource } from '../recorder-needs.ts'
import { catchupFolder, removeRun } from '../runs/run-folder.ts'
import { SourceError } from '../failover/source-error.ts'

/** Dependencies of the fetcher. */
export interface CatchupContext {
  liveDir: string
  nowMs(): number
  /** In order of preference. */
  sourcesOf(streamId: number): readonly StreamSource[]
  /** @throws SourceError */
  prepare(source: StreamSource, row: CatchupRow): Promise<Input>
  /** Logs something for the operator. */
  note(message: string, detail: Record<string, unknown>): void
}

/** A programme that is being fetched. */
interface FetchJob {
  readonly row: CatchupRow
  /** Absent while its source is being checked. */
  run?: RecordedRun
  failure?: string
  /** Number and total duration of the segments written. */
  count: number
  ms: number
  /** When the last one arrived. */
  lastMs: number
  /** Started by an earlier recorder, whose end may have cut the run short. */
  readonly isAdopted: boolean
  isCancelled: boolean
}

const maxConcurrent = 3
const stallTimeoutMs = 30_000

/** Fetches past programmes from the sources of streams, a few at a time, each with its own ffmpeg. */
export class CatchupFetcher {
  readonly #store: CatchupStore
  readonly #context: CatchupContext
  readonly #jobs = new Map<number, FetchJob>()

  constructor(store: CatchupStore, context: CatchupContext) {
    this.#store = store
    this.#context = context
  }

  isBusy(): boolean {
    return this.#jobs.size > 0
  }

  /** Starts waiting programmes, adopts those of an earlier recorder, and saves new segments. @throws LeaseLostError */
  async tick(lease: Lease): Promise<void> {
    const rows = await this.#store.pending()
    for (const row of rows) {
      if (this.#jobs.has(row.id)) continue
      if (row.state === 'fetching') await this.#adopt(lease, row)
      else if (this.#jobs.size < maxConcurrent) {
        await this.#store.start(lease, row.id)
        this.#start(row, 'copy')
      }
    }
    const ids = new Set(rows.map(({ id }) => id))
    for (const [id, job] of this.#jobs) {
      if (ids.has(id)) await this.#check(lease, job)
      else this.#cancel(job)
    }
  }

  /** Cancels all jobs; the next recorder fetches them again. @throws LeaseLostError */
  async stop(lease: Lease): Promise<void> {
    const ids = [...this.#jobs.keys()]
    this.cancelAll()
    if (ids.length > 0) await this.#store.restart(lease, ids)
  }

  /** Cancels all jobs without resetting them: another recorder has taken over. */
  cancelAll(): void {
    for (const job of this.#jobs.values()) this.#cancel(job)
  }

  #cancel(job: FetchJob): void {
    job.isCancelled = true
    if (job.run?.alive()) job.run.stop('kill')
    this.#jobs.delete(job.row.id)
  }

  #dirOf({ streamId, id }: CatchupRow): string {
    return catchupFolder(this.#context.liveDir, streamId, id)
  }

  async #adopt(lease: Lease, row: CatchupRow): Promise<void> {
    const run = adoptRun(this.#dirOf(row), row.streamId, row.id)
    if (!run) return this.#store.restart(lease, [row.id])
    const ms = row.durations.reduce((sum, each) => sum + each, 0)
    const lastMs = this.#context.nowMs()
    const count = row.durations.length
    this.#jobs.set(row.id, { row, run, count, ms, lastMs, isAdopted: true, isCancelled: false })
  }

  #start(row: CatchupRow, audio: AudioMode): void {
    const job: FetchJob = { row, count: 0, ms: 0, lastMs: this.#context.nowMs(), isAdopted: false, isCancelled: false }
    this.#jobs.set(row.id, job)
    this.#startRun(job, audio).catch((err: unknown) => {
      job.failure = err instanceof SourceError ? err.reason : 'failed'
      if (!(err instanceof SourceError)) this.#context.note('a programme could not be fetched', { err })
    })
  }

  async #startRun(job: FetchJob, audio: AudioMode): Promise<void> {
    const { row } = job
    const { liveDir, nowMs } = this.#context
    const { input, source } = await this.#firstInput(row)
    if (job.isCancelled) return
    const note = { source, key: '', startedMs: nowMs(), audio, firstNum: 1 }
    const dir = this.#dirOf(row)
    const run = await startRun({ liveDir, dir, streamId: row.streamId, runId: row.id, input, metadata: note })
    job.run = run
    job.lastMs = nowMs()
    if (job.isCancelled) run.stop('kill')
  }

  /** @throws the SourceError of the last source if no source has the programme */
  async #firstInput(row: CatchupRow): Promise<{ input: Input; source: number }> {
    let failure = new SourceError('no catch-up')
    for (const [source, each] of this.#context.sourcesOf(row.streamId).entries()) {
      if (!each.catchup) continue
      try {
        return { input: await this.#context.prepare(each, row), source }
      } catch (err) {
        if (!(err instanceof SourceError)) throw err
        failure = err
      }
    }
    throw failure
  }

  async #check(lease: Lease, job: FetchJob): Promise<void> {
    const { run, failure } = job
    if (failure !== undefined) return this.#finish(lease, job, failure)
    if (!run) return
    const { nowMs } = this.#context
    // Checked before reading: segments finished in between are read at the next check.
    const alive = run.alive()
    await this.#readSegments(lease, job, run)
    if (!alive) return this.#handleEnd(lease, job, run)
    if (nowMs() - job.lastMs > stallTimeoutMs) run.stop('kill')
  }

  async #readSegments(lease: Lease, job: FetchJob, run: RecordedRun): Promise<void> {
    const { row, count } = job
    const finished = (await run.finished(count + 1)).filter(({ num }, at) => num === count + 1 + at)
    if (finished.length === 0) return
    const durations = finished.map(({ durationMs }) => durationMs)
    const bytes = finished.reduce((sum, each) => sum + each.bytes, 0)
    await this.#store.append(lease, row.id, count, { durations, bytes })
    job.count += finished.length
    job.ms += durations.reduce((sum, each) => sum + each, 0)
    job.lastMs = this.#context.nowMs()
  }

  async #handleEnd(lease: Lease, job: FetchJob, run: RecordedRun): Promise<void> {
    const { row, count, ms } = job
    if (count === 0 && run.metadata().audio === 'copy' && needsAudioEncoding(run.stderrTail())) {
      await removeRun(run.dir)
      return this.#start(row, 'encode')
    }
    if (isComplete(ms / 1000, row)) return this.#finish(lease, job, '')
    if (job.isAdopted) {
      this.#jobs.delete(row.id)
      return this.#store.restart(lease, [row.id])
    }
    return this.#finish(lease, job, count === 0 ? 'nothing came' : 'short')
  }

  /** An empty `reason` means success. */
  async #finish(lease: Lease, { row }: FetchJob, reason: string): Promise<void> {
    const { id, streamId, startSec, endSec } = row
    const state = reason === '' ? 'complete' : 'failed'
    await this.#store.finish(lease, id, { state, reason, nowMs: this.#context.nowMs() })
    this.#jobs.delete(id)
    if (reason !== '') this.#context.note('a programme was not fetched', { streamId, startSec, endSec, reason })
  }
}
