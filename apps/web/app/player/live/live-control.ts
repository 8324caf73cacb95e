import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PlayAnswer, PlayerHandle, PlayerPart, PlayLine } from '../core/player-handle.ts'
import { secAt, wallAt } from './clock-rules.ts'
import { addressOf, behindOf, edgeAt, isLive, moveTo, shiftTo, windowOf, type LiveView } from './dvr-rules.ts'

/** Where one is in a channel. Unix milliseconds of this device's clock. */
export interface LiveState {
  view: LiveView
  /** The moment on the screen; null before there is any. */
  wallMs: number | null
  edgeMs: number
  /** How far behind what is on now, seconds. */
  behindSec: number
}

export interface LiveSource {
  /** In the order in which they are tried, the wanted one first. */
  lines: readonly PlayLine[]
  lineId: number
  /** How far one can go back, seconds. */
  dvrSec: number
  view: LiveView
  /** Whether another line may take over by itself. */
  mayLeaveLine: () => boolean
  /** Asks for the address of what is on, or of a programme. Throws where the station cannot be reached. */
  ask(lineId: number, programmeId: number | null): Promise<PlayAnswer>
}

interface Target {
  view: LiveView
  /** Where to begin in it; null where it begins. */
  wallMs: number | null
}

const unbegun: LiveState = { view: { kind: 'edge' }, wallMs: null, edgeMs: 0, behindSec: 0 }

const tickMs = 500
/** More than this lost at the edge is worth a jump, and not oftener than so. */
const lostSec = 6
const keptUpMs = 15_000
/** A jump that is further off than this after opening is put right. */
const wellPlacedMs = 1500

/** Watches a channel by the clock: which playlist is open, where one is in it, and the ways from there. */
export class LiveControl implements PlayerPart {
  readonly state: StoreApi<LiveState>
  readonly #player: PlayerHandle
  #source: LiveSource | null = null
  #ends: (() => void)[] = []
  /** Where one is on the way to; null once it is on the screen. */
  #target: Target | null = null
  /** What was opened last. */
  #opened: Target | null = null
  /** Where it must be once the time of day of what was opened is known. */
  #wantedMs: number | null = null
  #keptUpMs = 0

  constructor(player: PlayerHandle) {
    this.#player = player
    this.state = createStore<LiveState>()(() => unbegun)
  }

  /** Begins to play. What it begins, `destroy` ends. */
  begin(source: LiveSource): void {
    const player = this.#player
    this.#source = source
    this.#target = { view: source.view, wallMs: null }
    this.#wantedMs = null
    this.state.setState({ ...unbegun, view: source.view, edgeMs: Date.now() })
    const timer = setInterval(this.#tell, tickMs)
    this.#ends = [
      () => clearInterval(timer),
      player.on('firstFrame', () => {
        // What was opened before may show itself when one is already on the way elsewhere.
        if (this.#target === this.#opened) this.#target = null
        this.#tell()
      }),
      player.on('timeChanged', this.#tell),
      player.on('seeked', this.#tell),
      player.on('ended', () => this.#goOn()),
      player.state.subscribe(({ paused, clock }, before) => {
        if (clock !== before.clock) this.#putRight()
        if (!paused && before.paused) this.#resumed()
      }),
    ]
    const { lines, lineId, mayLeaveLine } = source
    const ask = (line: number): Promise<PlayAnswer> => this.#ask(source, line)
    player.load({ lines, lineId, startSec: 0, isLive: true, mayLeaveLine, ask })
  }

  /** To a moment of the channel, or of the programme that plays; cut to what there is. */
  goTo(wallMs: number): void {
    const { view, edgeMs } = this.state.getState()
    const { clock, phase } = this.#player.state.getState()
    const window = windowOf(edgeMs, this.dvrSec)
    // What failed is opened again wherever one wants to be.
    const move = moveTo(wallMs, { view, clock: phase === 'open' ? clock : null, window })
    if (move.do === 'goLive') return this.goLive()
    if (move.do === 'open') return this.#open({ view: move.view, wallMs: move.wallMs })
    this.#player.seek(move.sec)
    this.#tell()
  }

  seekBy(sec: number): void {
    const { wallMs, edgeMs } = this.state.getState()
    this.goTo((wallMs ?? edgeMs) + sec * 1000)
  }

  /** Back to what is on now. Whoever had paused still has. */
  goLive(): void {
    const { view, behindSec } = this.state.getState()
    if (view.kind === 'edge' && isLive({ view, behindSec }) && this.#player.state.getState().phase === 'open') return
    this.#open({ view: { kind: 'edge' }, wallMs: null })
  }

  /** A programme from its start. */
  openProgramme({ id, start, end }: { id: number; start: number; end: number }): void {
    this.#open({ view: { kind: 'programme', id, startSec: start, endSec: end }, wallMs: null })
  }

  /** What the seek bar stands for. */
  get dvrSec(): number {
    return this.#source?.dvrSec ?? 0
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

  async #ask(source: LiveSource, lineId: number): Promise<PlayAnswer> {
    const target = this.#target ?? this.#here()
    this.#target = target
    const { view, wallMs } = target
    this.state.setState({ view })
    const answer = await source.ask(lineId, view.kind === 'programme' ? view.id : null)
    if ('refused' in answer) return answer
    this.#wantedMs = wallMs
    this.#opened = target
    const fromMs = view.kind === 'shift' ? view.fromSec * 1000 : null
    const startSec = wallMs === null || fromMs === null ? 0 : Math.max(0.1, (wallMs - fromMs) / 1000)
    return { granted: { ...answer.granted, url: addressOf(answer.granted.url, view), startSec } }
  }

  /** The same moment again: for another line, or a fresh address. */
  #here(): Target {
    const { view, wallMs, behindSec, edgeMs } = this.state.getState()
    if (view.kind === 'programme') return { view, wallMs }
    if (wallMs === null || isLive({ view, behindSec })) return { view: { kind: 'edge' }, wallMs: null }
    return { view: shiftTo(wallMs, windowOf(edgeMs, this.dvrSec)), wallMs }
  }

  /** Playlists begin with a segment, not with a moment. */
  #putRight(): void {
    const { clock } = this.#player.state.getState()
    const wantedMs = this.#wantedMs
    if (!clock || wantedMs === null) return
    this.#wantedMs = null
    const sec = secAt(clock.runs, wantedMs)
    const { positionSec } = this.#player.state.getState()
    const isThere = this.#target === null && Math.abs((wallAt(clock.runs, positionSec) ?? 0) - wantedMs) < wellPlacedMs
    if (sec !== null && !isThere) this.#player.seek(sec)
  }

  /** Who paused at the edge goes on where they were, not where the channel is by now. */
  #resumed(): void {
    const { view, wallMs, behindSec } = this.state.getState()
    if (view.kind !== 'edge' || wallMs === null || this.#target !== null) return
    if (!isLive({ view, behindSec })) this.goTo(wallMs)
  }

  /** After a past programme comes what came after it, as far back as that can be had. */
  #goOn(): void {
    const { view, edgeMs } = this.state.getState()
    if (view.kind !== 'programme') return
    const endMs = view.endSec * 1000
    if (endMs < windowOf(edgeMs, this.dvrSec).startMs) return
    this.state.setState({ view: { kind: 'edge' } })
    this.goTo(endMs)
  }

  /** Who wants what is on now, and lost time while it was loading, is brought to it. */
  #keepUp(): void {
    const { view, behindSec, edgeMs } = this.state.getState()
    const { clock, paused, seeking } = this.#player.state.getState()
    if (view.kind !== 'edge' || paused || seeking || !clock || Date.now() - this.#keptUpMs < keptUpMs) return
    if (behindSec < lostSec) return
    const sec = secAt(clock.runs, edgeMs - clock.latencySec * 1000)
    if (sec === null) return
    this.#keptUpMs = Date.now()
    this.#player.seek(sec)
  }

  readonly #tell = (): void => {
    const { clock, positionSec, phase, reopening } = this.#player.state.getState()
    const nowMs = Date.now()
    const edgeMs = this.state.getState().view.kind === 'programme' ? nowMs : edgeAt(clock, nowMs)
    const isShown = clock !== null && phase === 'open' && !reopening && this.#target === null
    const wallMs = isShown ? wallAt(clock.runs, positionSec) : this.state.getState().wallMs
    const behindSec = wallMs === null ? 0 : behindOf(wallMs, edgeMs, clock?.latencySec ?? 0)
    this.state.setState({ edgeMs, wallMs, behindSec: this.#target?.view.kind === 'edge' ? 0 : behindSec })
    if (isShown) this.#keepUp()
  }
}
