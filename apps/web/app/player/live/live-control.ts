import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PlayResult, PlayerHandle, PlayerPart, PlayLine } from '../core/player-handle.ts'
import { secAt, wallAt } from './clock-rules.ts'
import { addressOf, behindOf, edgeAt, isLive, moveTo, shiftTo, windowOf, type LiveView } from './dvr-rules.ts'

/** Position in a channel. Unix milliseconds of the device's clock. */
export interface LiveState {
  view: LiveView
  /** Current moment; null before the first frame. */
  wallMs: number | null
  edgeMs: number
  /** Seconds behind live. */
  behindSec: number
}

export interface LiveSource {
  /** In the order of trying, the preferred one first. */
  lines: readonly PlayLine[]
  lineId: number
  /** Length of the DVR window, seconds. */
  dvrSec(): number
  view: LiveView
  /** Whether another line may take over automatically. */
  maySwitchLine: () => boolean
  /** Requests the URL of the live stream or of a programme. Throws if the server is unreachable. */
  requestPlay(lineId: number, programmeId: number | null): Promise<PlayResult>
}

interface Target {
  view: LiveView
  /** Start moment in the view; null for its start. */
  wallMs: number | null
}

const initialLiveState: LiveState = { view: { kind: 'edge' }, wallMs: null, edgeMs: 0, behindSec: 0 }

const tickMs = 500
/** Drift at the edge beyond which it seeks, and the minimum interval of such seeks. */
const maxDriftSec = 6
const catchUpIntervalMs = 15_000
/** A larger deviation after opening is corrected. */
const seekToleranceMs = 1500

/** Controls playback of a channel by wall clock: which playlist is open, the current moment, and seeking. */
export class LiveControl implements PlayerPart {
  readonly state: StoreApi<LiveState>
  readonly #player: PlayerHandle
  #source: LiveSource | null = null
  #ends: (() => void)[] = []
  /** Target being opened; null once it is displayed. */
  #target: Target | null = null
  /** Target that was opened last. */
  #opened: Target | null = null
  /** Moment to seek to once the wall clock of the new stream is known. */
  #pendingSeekMs: number | null = null
  #caughtUpMs = 0

  constructor(player: PlayerHandle) {
    this.#player = player
    this.state = createStore<LiveState>()(() => initialLiveState)
  }

  /** Starts playback. `destroy` undoes it. */
  start(source: LiveSource): void {
    const player = this.#player
    this.#source = source
    this.#target = { view: source.view, wallMs: null }
    this.#pendingSeekMs = null
    this.state.setState({ ...initialLiveState, view: source.view, edgeMs: Date.now() })
    const timer = setInterval(this.#update, tickMs)
    this.#ends = [
      () => clearInterval(timer),
      player.on('firstFrame', () => {
        // The first frame may belong to an earlier target.
        if (this.#target === this.#opened) this.#target = null
        this.#update()
      }),
      player.on('timeChanged', this.#update),
      player.on('seeked', this.#update),
      player.on('ended', () => this.#continueAfterProgramme()),
      player.state.subscribe(({ paused, clock }, before) => {
        if (clock !== before.clock) this.#correctPosition()
        if (!paused && before.paused) this.#onResume()
      }),
    ]
    const { lines, lineId, maySwitchLine } = source
    const requestPlay = (line: number): Promise<PlayResult> => this.#requestPlay(source, line)
    player.load({ lines, lineId, startSec: 0, isLive: true, maySwitchLine, requestPlay })
  }

  /** Seeks to a moment of the channel or of the current programme, clamped to the window. */
  goTo(wallMs: number): void {
    const { view, edgeMs } = this.state.getState()
    const { clock, phase } = this.#player.state.getState()
    const window = windowOf(edgeMs, this.dvrSec)
    // After a failure the stream is opened again.
    const move = moveTo(wallMs, { view, clock: phase === 'open' ? clock : null, window })
    if (move.do === 'goLive') return this.goLive()
    if (move.do === 'open') return this.#open({ view: move.view, wallMs: move.wallMs })
    this.#player.seek(move.sec)
    this.#update()
  }

  seekBy(sec: number): void {
    const { wallMs, edgeMs } = this.state.getState()
    this.goTo((wallMs ?? edgeMs) + sec * 1000)
  }

  /** Returns to the live edge. Paused playback stays paused. */
  goLive(): void {
    const { view, behindSec } = this.state.getState()
    if (view.kind === 'edge' && isLive({ view, behindSec }) && this.#player.state.getState().phase === 'open') return
    this.#open({ view: { kind: 'edge' }, wallMs: null })
  }

  /** Plays a programme from its start. */
  openProgramme({ id, start, end }: { id: number; start: number; end: number }): void {
    this.#open({ view: { kind: 'programme', id, startSec: start, endSec: end }, wallMs: null })
  }

  /** Length of the seek bar's window. */
  get dvrSec(): number {
    return this.#source?.dvrSec() ?? 0
  }

  destroy(): void {
    for (const end of this.#ends) end()
    this.#ends = []
  }

  #open(target: Target): void {
    const { paused, needsPress, ended, lineId } = this.#player.state.getState()
    this.#target = target
    this.state.setState({ view: target.view, ...(target.wallMs === null ? {} : { wallMs: target.wallMs }) })
    if (target.view.kind === 'edge') this.state.setState(({ edgeMs }) => ({ wallMs: edgeMs, behindSec: 0 }))
    this.#player.changeLine(lineId)
    if (paused && !needsPress && !ended) this.#player.pause()
  }

  async #requestPlay(source: LiveSource, lineId: number): Promise<PlayResult> {
    const target = this.#target ?? this.#currentTarget()
    this.#target = target
    const { view, wallMs } = target
    this.state.setState({ view })
    const answer = await source.requestPlay(lineId, view.kind === 'programme' ? view.id : null)
    if ('refused' in answer) return answer
    this.#pendingSeekMs = wallMs
    this.#opened = target
    const fromMs = view.kind === 'shift' ? view.fromSec * 1000 : null
    const startSec = wallMs === null || fromMs === null ? 0 : Math.max(0.1, (wallMs - fromMs) / 1000)
    return { granted: { ...answer.granted, url: addressOf(answer.granted.url, view), startSec } }
  }

  /** The current moment as a target: for another line or a renewed URL. */
  #currentTarget(): Target {
    const { view, wallMs, behindSec, edgeMs } = this.state.getState()
    if (view.kind === 'programme') return { view, wallMs }
    if (wallMs === null || isLive({ view, behindSec })) return { view: { kind: 'edge' }, wallMs: null }
    return { view: shiftTo(wallMs, windowOf(edgeMs, this.dvrSec)), wallMs }
  }

  /** A playlist starts at a segment boundary, not at the requested moment. */
  #correctPosition(): void {
    const { clock } = this.#player.state.getState()
    const pendingSeekMs = this.#pendingSeekMs
    if (!clock || pendingSeekMs === null) return
    this.#pendingSeekMs = null
    const sec = secAt(clock.runs, pendingSeekMs)
    const { positionSec } = this.#player.state.getState()
    const isCorrect =
      this.#target === null && Math.abs((wallAt(clock.runs, positionSec) ?? 0) - pendingSeekMs) < seekToleranceMs
    if (sec !== null && !isCorrect) this.#player.seek(sec)
  }

  /** Resuming after a pause at the edge continues at the paused moment, not at the current edge. */
  #onResume(): void {
    const { view, wallMs, behindSec } = this.state.getState()
    if (view.kind !== 'edge' || wallMs === null || this.#target !== null) return
    if (!isLive({ view, behindSec })) this.goTo(wallMs)
  }

  /** After a programme has ended, continues with the channel from that moment, if it is in the window. */
  #continueAfterProgramme(): void {
    const { view, edgeMs } = this.state.getState()
    if (view.kind !== 'programme') return
    const endMs = view.endSec * 1000
    if (endMs < windowOf(edgeMs, this.dvrSec).startMs) return
    this.state.setState({ view: { kind: 'edge' } })
    this.goTo(endMs)
  }

  /** Seeks to the edge if live playback has fallen behind. */
  #catchUp(): void {
    const { view, behindSec, edgeMs } = this.state.getState()
    const { clock, paused, seeking } = this.#player.state.getState()
    if (view.kind !== 'edge' || paused || seeking || !clock || Date.now() - this.#caughtUpMs < catchUpIntervalMs) return
    if (behindSec < maxDriftSec) return
    const sec = secAt(clock.runs, edgeMs - clock.latencySec * 1000)
    if (sec === null) return
    this.#caughtUpMs = Date.now()
    this.#player.seek(sec)
  }

  readonly #update = (): void => {
    const { clock, positionSec, phase, reopening } = this.#player.state.getState()
    const nowMs = Date.now()
    const edgeMs = this.state.getState().view.kind === 'programme' ? nowMs : edgeAt(clock, nowMs)
    const isShown = clock !== null && phase === 'open' && !reopening && this.#target === null
    const wallMs = isShown ? wallAt(clock.runs, positionSec) : this.state.getState().wallMs
    const behindSec = wallMs === null ? 0 : behindOf(wallMs, edgeMs, clock?.latencySec ?? 0)
    this.state.setState({ edgeMs, wallMs, behindSec: this.#target?.view.kind === 'edge' ? 0 : behindSec })
    if (isShown) this.#catchUp()
  }
}
