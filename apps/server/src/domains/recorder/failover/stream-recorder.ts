import { createHash } from 'node:crypto'
import {
  beginFailover,
  resumeFailover,
  stepFailover,
  type Candidate,
  type Command,
  type Failover,
  type FailoverEvent,
  type Role,
} from './failover-rules.ts'
import { needsAudioEncoding, type AudioMode, type Input } from '../runs/ffmpeg-rules.ts'
import type { RecordedRun } from '../runs/recorded-run.ts'
import type { StreamSource } from '../recorder-needs.ts'
import { hasNoPicture, inactivePhase } from './health-rules.ts'
import type { RecordingHealth } from '../runs/recording-store.ts'
import { peekFinished, readFinished, drain, trackRun, type TrackedRun } from '../runs/tracked-run.ts'
import type { Batch, IndexTail } from '../segments/segment-store.ts'
import { SourceError } from './source-error.ts'
import { isPushed, parseSource } from './source-rules.ts'
import type { Allocation } from './on-demand-scheduler.ts'

/** Dependencies of a stream recorder. */
export interface StreamContext {
  nowMs(): number
  /** Monotonic clock for timeouts. */
  monotonicMs(): number
  prepare(source: StreamSource): Promise<Input>
  /** Starts a run with a new id. */
  begin(
    input: Input,
    note: { source: number; key: string; audio: AudioMode; firstNum: number | null },
  ): Promise<RecordedRun>
  /** Removes the folder of a run without recorded segments. */
  discard(run: RecordedRun): void
  /** Logs something for the operator. */
  note(message: string, detail: Record<string, unknown>): void
}

/** A requested run. It may still be in preparation, and may be cancelled before it starts. */
interface Slot {
  run: TrackedRun | undefined
  failure: string | undefined
  isCancelled: boolean
}

const keyOf = ({ address, userAgent }: StreamSource): string =>
  createHash('sha256')
    .update(JSON.stringify([address, userAgent]))
    .digest('base64url')
    .slice(0, 22)

const candidateOf = ({ address }: StreamSource): Candidate => {
  const source = parseSource(address, '/')
  return { awaitsEncoder: !('rejected' in source) && isPushed(source) }
}

/** Records one stream: consecutive runs, and failover between its sources. */
export class StreamRecorder {
  readonly #streamId: number
  readonly #context: StreamContext
  #sources: readonly StreamSource[] = []
  /** Keys of the sources that `#state` refers to; null if the state was adopted. */
  #keys: string | null = null
  #state: Failover | undefined
  /** The phase reported while nothing runs. */
  #inactivePhase: 'idle' | 'full' = 'idle'
  readonly #slots: Record<Role, Slot | undefined> = { main: undefined, trial: undefined }
  /** Runs that have ended or are being stopped, until all their segments are saved. */
  #ending: TrackedRun[] = []
  /** End of the segments read so far, Unix milliseconds. */
  #endMs = 0
  #health: RecordingHealth
  /** Reasons that were logged since there was a picture, each with its source. */
  readonly #noted = new Set<string>()
  /** Keys of sources whose audio has to be encoded. */
  readonly #encodedAudioKeys = new Set<string>()

  constructor(streamId: number, context: StreamContext) {
    this.#streamId = streamId
    this.#context = context
    this.#health = { phase: 'idle', source: 0, sinceMs: context.nowMs(), reason: '', breaks: 0 }
  }

  /** Takes over from an earlier recorder: finished segments, and the ffmpeg that is still running. Returns whether one is. */
  adopt(runs: readonly RecordedRun[], tail: IndexTail | undefined): boolean {
    this.#endMs = tail?.endMs ?? 0
    const left = runs.filter(({ id }) => id >= (tail?.runId ?? 0))
    const alive = left.findLast((run) => run.alive() && run.metadata().firstNum !== null)
    for (const run of runs) if (run !== alive && run.alive()) run.stop('kill')
    for (const run of left) {
      const { firstNum, source } = run.metadata()
      const tracked = trackRun(run, run.id === tail?.runId ? tail.num + 1 : (firstNum ?? 1), tail)
      if (run !== alive) {
        this.#ending.push(tracked)
        continue
      }
      this.#slots.main = { run: tracked, failure: undefined, isCancelled: false }
      this.#state = resumeFailover(source, tail?.longestMs ?? 0, this.#context.monotonicMs())
    }
    return alive !== undefined
  }

  /** Sets the sources and whether to record. Without sources nothing runs. */
  configure(sources: readonly StreamSource[], allocation: Allocation): void {
    const keys = sources.map(keyOf)
    const found = this.#slots.main?.run?.run.metadata()
    const isUnchanged = this.#keys === null ? found && keys[found.source] === found.key : this.#keys === keys.join()
    const runs = allocation === 'run' && sources.length > 0
    this.#inactivePhase = allocation === 'wait' ? 'full' : 'idle'
    if (this.#state && (!runs || !isUnchanged)) this.#stopRuns('kill')
    this.#sources = sources
    this.#keys = keys.join()
    if (runs) this.#state ??= beginFailover(this.#context.monotonicMs())
  }

  /** Reads runs and executes failover. Called a few times per second. */
  async tick(): Promise<void> {
    await this.#drainEnding()
    await this.#checkSlot('main')
    await this.#checkSlot('trial')
    this.#dispatch({ kind: 'tick' })
  }

  /** Segments to be saved, in the order in which they must be saved. */
  pendingBatches(): Batch[] {
    return this.#trackedRuns()
      .filter(({ pending }) => pending.length > 0)
      .map(({ run, pending }) => {
        const { source, startedMs } = run.metadata()
        return { streamId: this.#streamId, run: { id: run.id, source, startedMs }, segments: pending }
      })
  }

  markWritten({ run: { id }, segments }: Batch): void {
    const tracked = this.#trackedRuns().find(({ run }) => run.id === id)
    if (tracked) tracked.pending = tracked.pending.slice(segments.length)
  }

  health(): RecordingHealth {
    const inactive = this.#inactivePhase === 'full' ? 'full' : inactivePhase(this.#health, this.#context.nowMs())
    const phase = this.#state?.phase ?? inactive
    const source = this.#state?.source ?? 0
    if (phase === this.#health.phase && source === this.#health.source) return this.#health
    // Consecutive broken runs count as one interruption.
    const wasAway = hasNoPicture(this.#health.phase) || this.#health.phase === 'failed'
    if (phase === 'recording') this.#noted.clear()
    const sinceMs = hasNoPicture(phase) && wasAway ? this.#health.sinceMs : this.#context.nowMs()
    this.#health = { ...this.#health, phase, source, sinceMs }
    return this.#health
  }

  /** Whether a run is active or has unsaved segments. */
  isBusy(): boolean {
    return this.#state !== undefined || this.#ending.length > 0
  }

  /** Stops all runs. Nothing starts until the next `configure`. */
  stop(how: 'order' | 'kill'): void {
    this.#stopRuns(how)
    for (const { run } of this.#ending) if (how === 'kill' && run.alive()) run.stop('kill')
  }

  #trackedRuns(): TrackedRun[] {
    const main = this.#slots.main?.run
    return main ? [...this.#ending, main] : this.#ending
  }

  #stopRuns(how: 'order' | 'kill'): void {
    this.#clearSlot('main', how)
    this.#clearSlot('trial', 'kill')
    this.#state = undefined
  }

  #dispatch(event: FailoverEvent): void {
    if (!this.#state) return
    const step = stepFailover(this.#state, event, this.#context.monotonicMs(), this.#sources.map(candidateOf))
    this.#state = step.state
    for (const command of step.commands) this.#execute(command)
  }

  #execute(command: Command): void {
    if (command.act === 'start') return this.#startRun(command.role, command.source)
    if (command.act === 'promote') return this.#promote()
    if (command.role === 'main') this.#recordBreak(this.#state?.phase === 'starting' ? 'nothing came' : 'stalled')
    this.#clearSlot(command.role, 'kill')
    this.#dispatch({ kind: 'ended', role: command.role })
  }

  #startRun(role: Role, at: number): void {
    const source = this.#sources[at]
    const slot: Slot = { run: undefined, failure: source ? undefined : 'gone', isCancelled: false }
    this.#slots[role] = slot
    if (!source) return
    const key = keyOf(source)
    const audio = this.#encodedAudioKeys.has(key) ? 'encode' : 'copy'
    const note = { source: at, key, audio, firstNum: role === 'main' ? 1 : null } as const
    const open = async (): Promise<void> => {
      const input = await this.#context.prepare(source)
      if (slot.isCancelled) return
      slot.run = trackRun(await this.#context.begin(input, note), 1)
      if (slot.isCancelled) this.#endRun(slot.run, 'kill')
    }
    open().catch((err: unknown) => {
      slot.failure = err instanceof SourceError ? err.reason : 'failed'
      if (!(err instanceof SourceError)) this.#context.note('a run could not begin', { err })
    })
  }

  /** Stops the run of a slot. Its finished segments are still saved. */
  #clearSlot(role: Role, how: 'order' | 'kill'): void {
    const slot = this.#slots[role]
    this.#slots[role] = undefined
    if (!slot) return
    slot.isCancelled = true
    if (slot.run) this.#endRun(slot.run, how)
  }

  #endRun(tracked: TrackedRun, how: 'order' | 'kill'): void {
    tracked.run.stop(how)
    this.#ending.push(tracked)
  }

  #promote(): void {
    const trial = this.#slots.trial
    this.#slots.trial = undefined
    this.#clearSlot('main', 'kill')
    this.#slots.main = trial
    if (!trial?.run) return
    // The newest segment of the trial overlaps the last one of the main run.
    trial.run.nextNum = Math.max(1, trial.run.nextUnseenNum - 1)
    trial.run.run.promote(trial.run.nextNum)
  }

  #recordBreak(reason: string): void {
    this.#health = { ...this.#health, reason, breaks: this.#health.breaks + 1 }
    // A source that is away is tried every few seconds: its reason is logged once, until there is a picture again.
    const source = this.#state?.source ?? 0
    const noted = `${source} ${reason}`
    if (this.#noted.has(noted)) return
    this.#noted.add(noted)
    this.#context.note('the recording of a line was interrupted', { streamId: this.#streamId, reason, source })
  }

  /** Reads the run of a slot and dispatches the resulting events. */
  async #checkSlot(role: Role): Promise<void> {
    const slot = this.#slots[role]
    const isCurrent = (): boolean => slot !== undefined && this.#slots[role] === slot
    if (!slot) return
    const { run, failure } = slot
    if (failure !== undefined) {
      if (role === 'main') this.#recordBreak(failure)
      this.#slots[role] = undefined
      return this.#dispatch({ kind: 'ended', role })
    }
    if (!run) return
    // Checked before reading: segments finished in between are read at the next check.
    const alive = run.run.alive()
    const durations = role === 'main' ? await this.#readMain(run) : await peekFinished(run)
    for (const durationMs of durations) if (isCurrent()) this.#dispatch({ kind: 'segment', role, durationMs })
    if (alive || !isCurrent()) return
    this.#slots[role] = undefined
    this.#ending.push(run)
    if (role === 'main') this.#recordEnd(run)
    this.#dispatch({ kind: 'ended', role })
  }

  async #readMain(tracked: TrackedRun): Promise<number[]> {
    // The segments of the previous run must be read first, because their sequence numbers are lower.
    if (this.#ending.some(({ isDrained }) => !isDrained)) return peekFinished(tracked)
    const { durations, endMs } = await readFinished(tracked, this.#endMs)
    this.#endMs = endMs
    return durations
  }

  #recordEnd({ run }: TrackedRun): void {
    const stderr = run.stderrTail()
    const { key, audio } = run.metadata()
    if (audio === 'copy' && needsAudioEncoding(stderr)) {
      this.#encodedAudioKeys.add(key)
      return this.#recordBreak('audio')
    }
    this.#recordBreak(/Connection refused|timed out|Input\/output error/i.exec(stderr)?.[0].toLowerCase() ?? 'ended')
  }

  async #drainEnding(): Promise<void> {
    for (const tracked of this.#ending) {
      if (tracked.isDrained) continue
      // Each run is read to its end before the next one.
      if (tracked.run.alive()) break
      if (tracked.run.metadata().firstNum !== null) this.#endMs = await drain(tracked, this.#endMs)
      else tracked.isDrained = true
      if (!tracked.isDrained) break
    }
    for (const { isDrained, readCount, run } of this.#ending)
      if (isDrained && readCount === 0) this.#context.discard(run)
    this.#ending = this.#ending.filter(({ isDrained: read, pending }) => !read || pending.length > 0)
  }
}
