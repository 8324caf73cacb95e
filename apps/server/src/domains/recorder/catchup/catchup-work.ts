import { isEnough } from './catchup-rules.ts'
import type { CatchupRow, CatchupStore } from './catchup-store.ts'
import { wantsEncodedAudio, type AudioWay, type Input } from '../runs/ffmpeg-rules.ts'
import type { Lease } from '../runs/lease-store.ts'
import { adoptRun, startRun, type RecordedRun } from '../runs/recorded-run.ts'
import type { StreamSource } from '../recorder-needs.ts'
import { catchupFolder, removeRun } from '../runs/run-folder.ts'
import { SourceFailure } from '../failover/source-failure.ts'

/** What fetching the past takes from its surroundings. */
export interface CatchupSurroundings {
  liveDir: string
  nowMs(): number
  /** In order of preference. */
  sourcesOf(streamId: number): readonly StreamSource[]
  /** @throws SourceFailure */
  prepare(source: StreamSource, row: CatchupRow): Promise<Input>
  /** Something that an operator may want to know. */
  note(message: string, detail: Record<string, unknown>): void
}

/** A programme on its way. */
interface Hand {
  readonly row: CatchupRow
  /** Absent while its source is looked at. */
  run?: RecordedRun
  failure?: string
  /** How many segments were written, and how long they are together. */
  count: number
  ms: number
  /** When the last of them came. */
  lastMs: number
  /** An earlier recorder began it: what cut that one short may have cut this short. */
  readonly isFound: boolean
  isDropped: boolean
}

const mostAtOnce = 3
const patienceMs = 30_000

/** Fetches programmes of the past from where streams come from: a few at once, each by an ffmpeg of its own. */
export class CatchupWork {
  readonly #store: CatchupStore
  readonly #around: CatchupSurroundings
  readonly #hands = new Map<number, Hand>()

  constructor(store: CatchupStore, around: CatchupSurroundings) {
    this.#store = store
    this.#around = around
  }

  isBusy(): boolean {
    return this.#hands.size > 0
  }

  /** Begins what is waited for, goes on with what an earlier recorder began, and writes what has come. @throws LeaseLost */
  async round(lease: Lease): Promise<void> {
    const rows = await this.#store.open()
    for (const row of rows) {
      if (this.#hands.has(row.id)) continue
      if (row.state === 'fetching') await this.#adopt(lease, row)
      else if (this.#hands.size < mostAtOnce) {
        await this.#store.begin(lease, row.id)
        this.#begin(row, 'copy')
      }
    }
    const ids = new Set(rows.map(({ id }) => id))
    for (const [id, hand] of this.#hands) {
      if (ids.has(id)) await this.#look(lease, hand)
      else this.#drop(hand)
    }
  }

  /** Ends what runs; it is fetched anew when there is a recorder again. @throws LeaseLost */
  async stop(lease: Lease): Promise<void> {
    const ids = [...this.#hands.keys()]
    this.dropAll()
    if (ids.length > 0) await this.#store.restart(lease, ids)
  }

  /** Another recorder does it now. */
  dropAll(): void {
    for (const hand of this.#hands.values()) this.#drop(hand)
  }

  #drop(hand: Hand): void {
    hand.isDropped = true
    if (hand.run?.alive()) hand.run.end('kill')
    this.#hands.delete(hand.row.id)
  }

  #dirOf({ streamId, id }: CatchupRow): string {
    return catchupFolder(this.#around.liveDir, streamId, id)
  }

  async #adopt(lease: Lease, row: CatchupRow): Promise<void> {
    const run = adoptRun(this.#dirOf(row), row.streamId, row.id)
    if (!run) return this.#store.restart(lease, [row.id])
    const ms = row.durations.reduce((sum, each) => sum + each, 0)
    const lastMs = this.#around.nowMs()
    const count = row.durations.length
    this.#hands.set(row.id, { row, run, count, ms, lastMs, isFound: true, isDropped: false })
  }

  #begin(row: CatchupRow, audio: AudioWay): void {
    const hand: Hand = { row, count: 0, ms: 0, lastMs: this.#around.nowMs(), isFound: false, isDropped: false }
    this.#hands.set(row.id, hand)
    this.#open(hand, audio).catch((err: unknown) => {
      hand.failure = err instanceof SourceFailure ? err.reason : 'failed'
      if (!(err instanceof SourceFailure)) this.#around.note('a programme could not be fetched', { err })
    })
  }

  async #open(hand: Hand, audio: AudioWay): Promise<void> {
    const { row } = hand
    const { liveDir, nowMs } = this.#around
    const { input, source } = await this.#firstInput(row)
    if (hand.isDropped) return
    const note = { source, key: '', startedMs: nowMs(), audio, firstNum: 1 }
    const dir = this.#dirOf(row)
    const run = await startRun({ liveDir, dir, streamId: row.streamId, runId: row.id, input, note })
    hand.run = run
    hand.lastMs = nowMs()
    if (hand.isDropped) run.end('kill')
  }

  /** @throws SourceFailure of the last source where none has the programme */
  async #firstInput(row: CatchupRow): Promise<{ input: Input; source: number }> {
    let failure = new SourceFailure('no catch-up')
    for (const [source, each] of this.#around.sourcesOf(row.streamId).entries()) {
      if (!each.catchup) continue
      try {
        return { input: await this.#around.prepare(each, row), source }
      } catch (err) {
        if (!(err instanceof SourceFailure)) throw err
        failure = err
      }
    }
    throw failure
  }

  async #look(lease: Lease, hand: Hand): Promise<void> {
    const { run, failure } = hand
    if (failure !== undefined) return this.#settle(lease, hand, failure)
    if (!run) return
    const { nowMs } = this.#around
    // Asked before reading: what is finished in between is read the next time.
    const alive = run.alive()
    await this.#read(lease, hand, run)
    if (!alive) return this.#ended(lease, hand, run)
    if (nowMs() - hand.lastMs > patienceMs) run.end('kill')
  }

  async #read(lease: Lease, hand: Hand, run: RecordedRun): Promise<void> {
    const { row, count } = hand
    const finished = (await run.finished(count + 1)).filter(({ num }, at) => num === count + 1 + at)
    if (finished.length === 0) return
    const durations = finished.map(({ durationMs }) => durationMs)
    const bytes = finished.reduce((sum, each) => sum + each.bytes, 0)
    await this.#store.append(lease, row.id, count, { durations, bytes })
    hand.count += finished.length
    hand.ms += durations.reduce((sum, each) => sum + each, 0)
    hand.lastMs = this.#around.nowMs()
  }

  async #ended(lease: Lease, hand: Hand, run: RecordedRun): Promise<void> {
    const { row, count, ms } = hand
    if (count === 0 && run.note().audio === 'copy' && wantsEncodedAudio(run.lastWords())) {
      await removeRun(run.dir)
      return this.#begin(row, 'encode')
    }
    if (isEnough(ms / 1000, row)) return this.#settle(lease, hand, '')
    if (hand.isFound) {
      this.#hands.delete(row.id)
      return this.#store.restart(lease, [row.id])
    }
    return this.#settle(lease, hand, count === 0 ? 'nothing came' : 'short')
  }

  /** `reason` is empty where all is well. */
  async #settle(lease: Lease, { row }: Hand, reason: string): Promise<void> {
    const { id, streamId, startSec, endSec } = row
    const state = reason === '' ? 'complete' : 'failed'
    await this.#store.settle(lease, id, { state, reason, nowMs: this.#around.nowMs() })
    this.#hands.delete(id)
    if (reason !== '') this.#around.note('a programme was not fetched', { streamId, startSec, endSec, reason })
  }
}
