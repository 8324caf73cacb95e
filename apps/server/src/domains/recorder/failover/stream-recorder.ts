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
import { isPushed, readSource } from './source-rules.ts'
import type { Allocation } from './on-demand-scheduler.ts'

/** What the recording of one stream takes from its surroundings. */
export interface StreamContext {
  nowMs(): number
  /** A clock that nobody sets, for whatever is waited for. */
  monotonicMs(): number
  prepare(source: StreamSource): Promise<Input>
  /** Begins a run under a number of its own. */
  begin(
    input: Input,
    note: { source: number; key: string; audio: AudioMode; firstNum: number | null },
  ): Promise<RecordedRun>
  /** Removes the folder of a run that nothing was recorded of. */
  discard(run: RecordedRun): void
  /** Something that an operator may want to know. */
  note(message: string, detail: Record<string, unknown>): void
}

/** A run that was asked for: it may still be preparing, and may be given up before it begins. */
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
  const source = readSource(address, '/')
  return { awaitsEncoder: !('rejected' in source) && isPushed(source) }
}

/** The recording of one stream: its runs, one after the other, and the choice between its sources. */
export class StreamRecorder {
  readonly #streamId: number
  readonly #context: StreamContext
  #sources: readonly StreamSource[] = []
  /** Of the sources that `#state` is about; null where it was found rather than begun. */
  #keys: string | null = null
  #state: Failover | undefined
  /** What is told while nothing runs. */
  #inactivePhase: 'idle' | 'full' = 'idle'
  readonly #slots: Record<Role, Slot | undefined> = { main: undefined, trial: undefined }
  /** Runs that have ended or were told to, until all that they finished is written. */
  #ending: TrackedRun[] = []
  /** When what was read so far ends. */
  #endMs = 0
  #health: RecordingHealth
  /** Sources whose sound has to be encoded. */
  readonly #encodedAudioKeys = new Set<string>()

  constructor(streamId: number, context: StreamContext) {
    this.#streamId = streamId
    this.#context = context
    this.#health = { phase: 'idle', source: 0, sinceMs: context.nowMs(), reason: '', breaks: 0 }
  }

  /** Takes over what an earlier recorder left: finished segments, and the ffmpeg that goes on, if there is one. */
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

  /** Sets where the picture may come from, and whether it is to; without any source nothing runs. */
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

  /** Looks after everything: a few times a second. */
  async tick(): Promise<void> {
    await this.#drainEnding()
    await this.#checkSlot('main')
    await this.#checkSlot('trial')
    this.#dispatch({ kind: 'tick' })
  }

  /** What waits to be written, in the order in which it must be. */
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
    // Runs that break one after the other are one absence of the picture.
    const wasAway = hasNoPicture(this.#health.phase) || this.#health.phase === 'failed'
    const sinceMs = hasNoPicture(phase) && wasAway ? this.#health.sinceMs : this.#context.nowMs()
    this.#health = { ...this.#health, phase, source, sinceMs }
    return this.#health
  }

  /** Whether anything runs, or has something to be written. */
  isBusy(): boolean {
    return this.#state !== undefined || this.#ending.length > 0
  }

  /** Ends what runs; until it is told otherwise, nothing begins. */
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

  /** The run of a slot ends; what it finished is kept. */
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
    // The newest segment of the trial began while the main run was at its last.
    trial.run.nextNum = Math.max(1, trial.run.nextUnseenNum - 1)
    trial.run.run.promote(trial.run.nextNum)
  }

  #recordBreak(reason: string): void {
    this.#health = { ...this.#health, reason, breaks: this.#health.breaks + 1 }
    this.#context.note('a run broke', { streamId: this.#streamId, reason, source: this.#state?.source })
  }

  /** Reads a slot's run and tells what became of it. */
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
    // Asked before reading: what is finished in between is read the next time.
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
    // What the run before finished comes first: its numbers are lower.
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
      // A run is read to its end before the next one is.
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
