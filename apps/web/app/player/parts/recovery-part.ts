import { listen } from '../core/listen.ts'
import type { PlayerCore } from '../core/player-core.ts'
import { failureOf, type PlayerFailure } from '../core/player-failures.ts'
import type { PlayGrant, PlayRequest, PlayerPart } from '../core/player-handle.ts'
import type { Engine } from '../engine/engine.ts'
import {
  beginRecovery,
  chosenLine,
  decideRecovery,
  recovered,
  type RecoveryState,
  type RecoveryStep,
} from './recovery-rules.ts'

/** So long must it play without a failure for what came before not to count. */
const wellAfterSec = 8

/** What goes on by itself cannot be watched faster than it comes. */
function setOwnSpeed(video: HTMLVideoElement): void {
  video.defaultPlaybackRate = 1
  video.playbackRate = 1
}

export interface RecoveryNeeds {
  core: PlayerCore
  /** Null where this browser plays no HLS. */
  engine: Promise<Engine | null>
  /** Holds the frame that is on the screen; tells whether there was one. */
  holdFrame(): boolean
  /** Called with a permission before its address is opened. */
  granted(engine: Engine, grant: PlayGrant): void
  /** Called where the address was opened before and there is a picture already. */
  alreadyOpen(): void
}

/** Opens addresses, and does what the rules decide when one fails: the only part that does. */
export class RecoveryPart implements PlayerPart {
  readonly #needs: RecoveryNeeds
  readonly #core: PlayerCore
  readonly #ends: (() => void)[]
  #request: PlayRequest | null = null
  #tried: RecoveryState = beginRecovery([], 0)
  #atSec = 0
  /** Whether the viewer wants to be elsewhere than where the address is being opened. */
  #isElsewhere = false
  #wellSinceSec: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Raised by whatever makes older steps stale. */
  #turn = 0
  /** One failure is dealt with at a time: an address that has run out fails once for sound and once for the picture. */
  #isActing = false

  constructor(needs: RecoveryNeeds) {
    this.#needs = needs
    this.#core = needs.core
    const { events } = this.#core
    this.#ends = [
      events.on('firstFrame', () => this.#play()),
      events.on('timeChanged', ({ sec }) => this.#moved(sec)),
      listen(window, { online: () => this.#networkIsBack() }),
      listen(this.#core.stage.video, { loadedmetadata: () => this.#goThere() }),
    ]
  }

  open(request: PlayRequest): void {
    const { lines, lineId, startSec, isLive = false } = request
    this.#request = request
    this.#atSec = startSec
    this.#tried = beginRecovery(
      lines.map(({ id }) => id),
      lineId,
      isLive,
    )
    this.#core.state.setState({
      phase: 'opening',
      positionSec: startSec,
      bufferedSec: 0,
      durationSec: 0,
      ended: false,
      needsPress: false,
      lineId,
      lineSwitch: null,
      storyboardUrl: null,
      subtitleLines: [],
      clock: null,
    })
    this.#core.events.emit('requested', { lineId })
    this.#begin()
  }

  /** For the engine. While one failure is dealt with, others are its echo. */
  readonly engineFailed = (failure: PlayerFailure): void => {
    if (!this.#isActing) this.#failed(failure)
  }

  /** Tries again after having given up. */
  retry(): void {
    this.changeLine(this.#tried.lineId)
  }

  changeLine(lineId: number): void {
    this.#tried = chosenLine(this.#tried, lineId)
    this.#core.state.setState({ lineSwitch: null })
    this.#begin()
  }

  /** Another line is better, by somebody else's word. */
  leaveLineFor(lineId: number): void {
    this.#tried = chosenLine(this.#tried, lineId)
    this.#switchTo(lineId)
  }

  /** The viewer wants to be elsewhere, also before there is anything to seek in. */
  moveTo(sec: number): void {
    this.#atSec = sec
    this.#isElsewhere = this.#core.stage.video.readyState < HTMLMediaElement.HAVE_METADATA
    this.#wellSinceSec = null
    this.#core.state.setState({ positionSec: sec })
  }

  #goThere(): void {
    if (!this.#isElsewhere) return
    this.#isElsewhere = false
    this.#core.stage.video.currentTime = this.#atSec
  }

  destroy(): void {
    this.#turn++
    clearTimeout(this.#timer)
    for (const end of this.#ends) end()
  }

  #begin(): void {
    const { state } = this.#core
    this.#wellSinceSec = null
    if (state.getState().phase !== 'open') state.setState({ phase: 'opening' })
    state.setState({ paused: false, failureCode: '' })
    void this.#ask()
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer)
    const mine = ++this.#turn
    if (!this.#request) return
    const { lineId } = this.#tried
    this.#core.events.emit('opening', { lineId })
    const asked = this.#request.ask(lineId).catch(() => null)
    const [answer, engine] = await Promise.all([asked, this.#needs.engine])
    if (mine !== this.#turn) return
    if (!engine) return this.#failed(failureOf('unsupported', true))
    if (!answer) return this.#failed(failureOf('unreachable', true))
    if ('refused' in answer) return this.#failed(failureOf(answer.refused, true))
    this.#load(engine, answer.granted)
  }

  #load(engine: Engine, grant: PlayGrant): void {
    const { state } = this.#core
    state.setState({
      reopening: this.#needs.holdFrame(),
      lineId: this.#tried.lineId,
      storyboardUrl: grant.storyboard,
    })
    this.#needs.granted(engine, grant)
    this.#isActing = false
    this.#isElsewhere = false
    this.#atSec = grant.startSec ?? this.#atSec
    if (this.#tried.isLive) setOwnSpeed(this.#core.stage.video)
    engine.load(grant.url, this.#atSec)
    this.#play()
    if (this.#core.stage.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#needs.alreadyOpen()
  }

  #play(): void {
    const { state, stage } = this.#core
    if (state.getState().paused) return
    stage.video.play().catch((err: unknown) => {
      // Some browsers begin only after a press; an opening that is overtaken by another is no refusal.
      if (err instanceof DOMException && err.name === 'NotAllowedError')
        state.setState({ paused: true, needsPress: true })
    })
  }

  #moved(sec: number): void {
    this.#atSec = sec
    if (this.#wellSinceSec === null || sec < this.#wellSinceSec) this.#wellSinceSec = sec
    if (sec - this.#wellSinceSec > wellAfterSec) this.#tried = recovered(this.#tried)
  }

  #networkIsBack(): void {
    const { failureCode, phase } = this.#core.state.getState()
    if (this.#request && failureCode !== '' && phase !== 'failed') void this.#ask()
  }

  #failed(failure: PlayerFailure): void {
    const { state, events } = this.#core
    this.#isActing = true
    this.#wellSinceSec = null
    events.emit('failed', failure)
    state.setState({ failureCode: failure.code })
    const [next, step] = decideRecovery(this.#tried, failure, navigator.onLine)
    this.#tried = next
    this.#act(step)
  }

  #act(step: RecoveryStep): void {
    switch (step.do) {
      case 'goOn':
        return this.#later(step.afterMs, () => this.#withEngine((engine) => engine.goOn()))
      case 'ask':
        return this.#later(step.afterMs, () => void this.#ask())
      case 'rebuild':
        return this.#withEngine((engine) => engine.rebuild())
      case 'awaitNetwork':
        return
      case 'awaitFile':
        this.#core.state.setState({ phase: 'preparing' })
        return this.#later(step.afterMs, () => void this.#ask())
      case 'switchLine':
        return this.#switchTo(step.lineId)
      case 'refuse':
        return this.#close('noRights')
      case 'giveUp':
        return this.#close('failed')
    }
  }

  #later(afterMs: number, step: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(step, afterMs)
  }

  #withEngine(act: (engine: Engine) => void): void {
    const mine = this.#turn
    void this.#needs.engine.then((engine) => {
      if (mine !== this.#turn) return
      this.#isActing = false
      if (engine) act(engine)
    })
  }

  #switchTo(toId: number): void {
    const { state, events } = this.#core
    if (this.#request?.mayLeaveLine?.() === false) return this.#close('failed')
    const fromId = state.getState().lineId
    state.setState({ lineSwitch: { fromId, toId } })
    events.emit('lineSwitched', { fromId, toId })
    void this.#ask()
  }

  #close(phase: 'noRights' | 'failed'): void {
    const { state, stage } = this.#core
    this.#turn++
    clearTimeout(this.#timer)
    stage.video.pause()
    this.#withEngine((engine) => engine.stop())
    state.setState({ phase, reopening: false })
  }
}
