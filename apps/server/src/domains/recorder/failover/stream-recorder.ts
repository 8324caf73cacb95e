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
import { wantsEncodedAudio, type AudioWay, type Input } from '../runs/ffmpeg-rules.ts'
import type { RecordedRun } from '../runs/recorded-run.ts'
import type { StreamSource } from '../recorder-needs.ts'
import { isAway, restingAfter } from './health-rules.ts'
import type { RecordingHealth } from '../runs/recording-store.ts'
import { peek, readBatch, readRest, runInHand, type RunInHand } from '../runs/run-in-hand.ts'
import type { Batch, Tail } from '../segments/segment-store.ts'
import { SourceFailure } from './source-failure.ts'
import { isWaiting, readSource } from './source-rules.ts'
import type { Turn } from './wanted-streams.ts'

/** What the recording of one stream takes from its surroundings. */
export interface StreamSurroundings {
  nowMs(): number
  /** A clock that nobody sets, for whatever is waited for. */
  steadyMs(): number
  prepare(source: StreamSource): Promise<Input>
  /** Begins a run under a number of its own. */
  begin(
    input: Input,
    note: { source: number; key: string; audio: AudioWay; firstNum: number | null },
  ): Promise<RecordedRun>
  /** Removes the folder of a run that nothing was recorded of. */
  discard(run: RecordedRun): void
  /** Something that an operator may want to know. */
  note(message: string, detail: Record<string, unknown>): void
}

/** A run that was asked for: it may still be preparing, and may be given up before it begins. */
interface Slot {
  run: RunInHand | undefined
  failure: string | undefined
  givenUp: boolean
}

const keyOf = ({ address, userAgent }: StreamSource): string =>
  createHash('sha256')
    .update(JSON.stringify([address, userAgent]))
    .digest('base64url')
    .slice(0, 22)

const candidateOf = ({ address }: StreamSource): Candidate => {
  const source = readSource(address, '/')
  return { waits: !('refused' in source) && isWaiting(source) }
}

/** The recording of one stream: its runs, one after the other, and the choice between its sources. */
export class StreamRecorder {
  readonly #streamId: number
  readonly #around: StreamSurroundings
  #sources: readonly StreamSource[] = []
  /** Of the sources that `#state` is about; null where it was found rather than begun. */
  #keys: string | null = null
  #state: Failover | undefined
  /** What is told while nothing runs. */
  #resting: 'idle' | 'full' = 'idle'
  readonly #slots: Record<Role, Slot | undefined> = { main: undefined, trial: undefined }
  /** Runs that have ended or were told to, until all that they finished is written. */
  #ending: RunInHand[] = []
  /** When what was read so far ends. */
  #endMs = 0
  #told: RecordingHealth
  /** Sources whose sound has to be encoded. */
  readonly #encoded = new Set<string>()

  constructor(streamId: number, around: StreamSurroundings) {
    this.#streamId = streamId
    this.#around = around
    this.#told = { phase: 'idle', source: 0, sinceMs: around.nowMs(), reason: '', breaks: 0 }
  }

  /** Takes over what an earlier recorder left: finished segments, and the ffmpeg that goes on, if there is one. */
  adopt(runs: readonly RecordedRun[], tail: Tail | undefined): boolean {
    this.#endMs = tail?.endMs ?? 0
    const left = runs.filter(({ id }) => id >= (tail?.runId ?? 0))
    const living = left.findLast((run) => run.alive() && run.note().firstNum !== null)
    for (const run of runs) if (run !== living && run.alive()) run.end('kill')
    for (const run of left) {
      const { firstNum, source } = run.note()
      const hand = runInHand(run, run.id === tail?.runId ? tail.num + 1 : (firstNum ?? 1), tail)
      if (run !== living) {
        this.#ending.push(hand)
        continue
      }
      this.#slots.main = { run: hand, failure: undefined, givenUp: false }
      this.#state = resumeFailover(source, tail?.longestMs ?? 0, this.#around.steadyMs())
    }
    return living !== undefined
  }

  /** Sets where the picture may come from, and whether it is to; without any source nothing runs. */
  direct(sources: readonly StreamSource[], turn: Turn): void {
    const keys = sources.map(keyOf)
    const found = this.#slots.main?.run?.run.note()
    const goesOn = this.#keys === null ? found && keys[found.source] === found.key : this.#keys === keys.join()
    const runs = turn === 'run' && sources.length > 0
    this.#resting = turn === 'wait' ? 'full' : 'idle'
    if (this.#state && (!runs || !goesOn)) this.#rest('kill')
    this.#sources = sources
    this.#keys = keys.join()
    if (runs) this.#state ??= beginFailover(this.#around.steadyMs())
  }

  /** Looks after everything: a few times a second. */
  async tick(): Promise<void> {
    await this.#lookAfterEnding()
    await this.#look('main')
    await this.#look('trial')
    this.#hear({ kind: 'tick' })
  }

  /** What waits to be written, in the order in which it must be. */
  waiting(): Batch[] {
    return this.#hands()
      .filter(({ pending }) => pending.length > 0)
      .map(({ run, pending }) => {
        const { source, startedMs } = run.note()
        return { streamId: this.#streamId, run: { id: run.id, source, startedMs }, segments: pending }
      })
  }

  written({ run: { id }, segments }: Batch): void {
    const hand = this.#hands().find(({ run }) => run.id === id)
    if (hand) hand.pending = hand.pending.slice(segments.length)
  }

  health(): RecordingHealth {
    const resting = this.#resting === 'full' ? 'full' : restingAfter(this.#told, this.#around.nowMs())
    const phase = this.#state?.phase ?? resting
    const source = this.#state?.source ?? 0
    if (phase === this.#told.phase && source === this.#told.source) return this.#told
    // Runs that break one after the other are one absence of the picture.
    const wasAway = isAway(this.#told.phase) || this.#told.phase === 'failed'
    const sinceMs = isAway(phase) && wasAway ? this.#told.sinceMs : this.#around.nowMs()
    this.#told = { ...this.#told, phase, source, sinceMs }
    return this.#told
  }

  /** Whether anything runs, or has something to be written. */
  isBusy(): boolean {
    return this.#state !== undefined || this.#ending.length > 0
  }

  /** Ends what runs; until it is told otherwise, nothing begins. */
  end(how: 'order' | 'kill'): void {
    this.#rest(how)
    for (const { run } of this.#ending) if (how === 'kill' && run.alive()) run.end('kill')
  }

  #hands(): RunInHand[] {
    const main = this.#slots.main?.run
    return main ? [...this.#ending, main] : this.#ending
  }

  #rest(how: 'order' | 'kill'): void {
    this.#drop('main', how)
    this.#drop('trial', 'kill')
    this.#state = undefined
  }

  #hear(event: FailoverEvent): void {
    if (!this.#state) return
    const step = stepFailover(this.#state, event, this.#around.steadyMs(), this.#sources.map(candidateOf))
    this.#state = step.state
    for (const command of step.commands) this.#obey(command)
  }

  #obey(command: Command): void {
    if (command.act === 'start') return this.#begin(command.role, command.source)
    if (command.act === 'promote') return this.#promote()
    if (command.role === 'main') this.#broke(this.#state?.phase === 'starting' ? 'nothing came' : 'stalled')
    this.#drop(command.role, 'kill')
    this.#hear({ kind: 'ended', role: command.role })
  }

  #begin(role: Role, at: number): void {
    const source = this.#sources[at]
    const slot: Slot = { run: undefined, failure: source ? undefined : 'gone', givenUp: false }
    this.#slots[role] = slot
    if (!source) return
    const key = keyOf(source)
    const audio = this.#encoded.has(key) ? 'encode' : 'copy'
    const note = { source: at, key, audio, firstNum: role === 'main' ? 1 : null } as const
    const open = async (): Promise<void> => {
      const input = await this.#around.prepare(source)
      if (slot.givenUp) return
      slot.run = runInHand(await this.#around.begin(input, note), 1)
      if (slot.givenUp) this.#letGo(slot.run, 'kill')
    }
    open().catch((err: unknown) => {
      slot.failure = err instanceof SourceFailure ? err.reason : 'failed'
      if (!(err instanceof SourceFailure)) this.#around.note('a run could not begin', { err })
    })
  }

  /** The run of a slot ends; what it finished is kept. */
  #drop(role: Role, how: 'order' | 'kill'): void {
    const slot = this.#slots[role]
    this.#slots[role] = undefined
    if (!slot) return
    slot.givenUp = true
    if (slot.run) this.#letGo(slot.run, how)
  }

  #letGo(hand: RunInHand, how: 'order' | 'kill'): void {
    hand.run.end(how)
    this.#ending.push(hand)
  }

  #promote(): void {
    const trial = this.#slots.trial
    this.#slots.trial = undefined
    this.#drop('main', 'kill')
    this.#slots.main = trial
    if (!trial?.run) return
    // The newest segment of the trial began while the main run was at its last.
    trial.run.nextNum = Math.max(1, trial.run.unseenNum - 1)
    trial.run.run.promote(trial.run.nextNum)
  }

  #broke(reason: string): void {
    this.#told = { ...this.#told, reason, breaks: this.#told.breaks + 1 }
    this.#around.note('a run broke', { streamId: this.#streamId, reason, source: this.#state?.source })
  }

  /** Reads a slot's run and tells what became of it. */
  async #look(role: Role): Promise<void> {
    const slot = this.#slots[role]
    const isCurrent = (): boolean => slot !== undefined && this.#slots[role] === slot
    if (!slot) return
    const { run, failure } = slot
    if (failure !== undefined) {
      if (role === 'main') this.#broke(failure)
      this.#slots[role] = undefined
      return this.#hear({ kind: 'ended', role })
    }
    if (!run) return
    // Asked before reading: what is finished in between is read the next time.
    const alive = run.run.alive()
    const durations = role === 'main' ? await this.#readMain(run) : await peek(run)
    for (const durationMs of durations) if (isCurrent()) this.#hear({ kind: 'segment', role, durationMs })
    if (alive || !isCurrent()) return
    this.#slots[role] = undefined
    this.#ending.push(run)
    if (role === 'main') this.#noteEnd(run)
    this.#hear({ kind: 'ended', role })
  }

  async #readMain(hand: RunInHand): Promise<number[]> {
    // What the run before finished comes first: its numbers are lower.
    if (this.#ending.some(({ read }) => !read)) return peek(hand)
    const { durations, endMs } = await readBatch(hand, this.#endMs)
    this.#endMs = endMs
    return durations
  }

  #noteEnd({ run }: RunInHand): void {
    const words = run.lastWords()
    const { key, audio } = run.note()
    if (audio === 'copy' && wantsEncodedAudio(words)) {
      this.#encoded.add(key)
      return this.#broke('audio')
    }
    this.#broke(/Connection refused|timed out|Input\/output error/i.exec(words)?.[0].toLowerCase() ?? 'ended')
  }

  async #lookAfterEnding(): Promise<void> {
    for (const hand of this.#ending) {
      if (hand.read) continue
      // A run is read to its end before the next one is.
      if (hand.run.alive()) break
      if (hand.run.note().firstNum !== null) this.#endMs = await readRest(hand, this.#endMs)
      else hand.read = true
      if (!hand.read) break
    }
    for (const { read, total, run } of this.#ending) if (read && total === 0) this.#around.discard(run)
    this.#ending = this.#ending.filter(({ read, pending }) => !read || pending.length > 0)
  }
}
