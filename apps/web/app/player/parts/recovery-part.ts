import { serverNowSec } from '../../lib/boot/boot.ts'
import { listen } from '../core/listen.ts'
import type { PlayerCore } from '../core/player-core.ts'
import { failureOf, type PlayerFailure } from '../core/player-failures.ts'
import type { PlayGrant, PlayRequest, PlayerPart, RemoteSource } from '../core/player-handle.ts'
import { readSettings } from '../core/player-settings.ts'
import type { Engine } from '../engine/engine.ts'
import { setRate } from './set-rate.ts'
import { createStallWatch, type StallWatch } from './stall-watch.ts'
import {
  addressesGranted,
  beginRecovery,
  chosenLine,
  decideRecovery,
  hasAlternative,
  recoverySucceeded,
  type RecoveryState,
  type RecoveryStep,
} from './recovery-rules.ts'

/** Addresses are renewed so long before they expire. */
const renewBeforeSec = 120
const minRenewalMs = 30_000
/** Longer timers would fire at once. */
const maxTimerMs = 2 ** 31 - 1

/** Of a preview at least so much is played before it ends. */
const previewMarginSec = 2

/** After playing this long without a failure, earlier failures no longer count. */
const stableAfterSec = 8

export interface RecoveryOptions {
  core: PlayerCore
  /** Null if this browser cannot play HLS. */
  engine: Promise<Engine | null>
  /** Holds the current frame; returns whether there was one. */
  holdFrame(): boolean
  /** Called with a grant before its URL is opened. */
  onGrant(engine: Engine, grant: PlayGrant): void
  /** Called if the URL was opened early and a frame is already available. */
  onAlreadyOpen(): void
}

/** Opens URLs and recovers from failures according to the rules. No other part does. */
export class RecoveryPart implements PlayerPart {
  readonly #options: RecoveryOptions
  readonly #core: PlayerCore
  readonly #ends: (() => void)[]
  #request: PlayRequest | null = null
  #recovery: RecoveryState = beginRecovery([], 0)
  #atSec = 0
  /** A position behind the end of a preview, from which it goes on after an upgrade. */
  #behindPreviewSec: number | null = null
  /** Whether a seek was requested before the media can be sought. */
  #hasPendingSeek = false
  #stableSinceSec: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewal: ReturnType<typeof setTimeout> | undefined
  /** Incremented to invalidate pending steps. */
  #generation = 0
  /** The last grant, if the film lies elsewhere. */
  #remote: { grant: PlayGrant; sources: readonly RemoteSource[]; at: number; reported?: boolean } | null = null
  readonly #stallWatch: StallWatch
  /** One failure is handled at a time: an expired URL fails for audio and for video. */
  #isRecovering = false

  constructor(options: RecoveryOptions) {
    this.#options = options
    this.#core = options.core
    const { events } = this.#core
    this.#stallWatch = createStallWatch(this.#core, () => this.#onStalled())
    this.#ends = [
      events.on('firstFrame', () => this.#play()),
      events.on('timeChanged', ({ sec }) => this.#onTimeChange(sec)),
      listen(window, { online: () => this.#onOnline() }),
      listen(this.#core.stage.video, { loadedmetadata: () => this.#applyPendingSeek() }),
    ]
  }

  open(request: PlayRequest): void {
    const { lines, lineId, startSec, isLive = false } = request
    this.#request = request
    this.#atSec = startSec
    this.#behindPreviewSec = null
    this.#remote = null
    this.#recovery = beginRecovery(
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
      preview: null,
      pageUrl: null,
      subtitleLines: [],
      clock: null,
    })
    this.#core.events.emit('requested', { lineId })
    this.#start()
  }

  /** Called by the engine. Failures during recovery are consequences of the first one. */
  readonly onEngineFailure = (failure: PlayerFailure): void => {
    if (!this.#isRecovering) this.#onFailure(failure)
  }

  /** Whether a file of another host plays. */
  get isFile(): boolean {
    return this.#source?.kind === 'mp4'
  }

  /** Tries again after recovery has failed. */
  retry(): void {
    this.changeLine(this.#recovery.lineId)
  }

  /** Stops for other devices of the account. `retry` goes on at the same position. */
  giveWay(reason: 'ended' | 'crowded'): void {
    this.#core.state.setState({ endedElsewhere: reason === 'ended' })
    this.#close('crowded')
  }

  /** Opens what the viewer may see by now, at the same position. A pause of the viewer stays one. */
  renew(): void {
    const { state } = this.#core
    const { phase, ended } = state.getState()
    if (!this.#request || this.#recovery.isLive) return
    if (phase === 'noRights') return this.retry()
    if (phase !== 'open') return
    this.#atSec = this.#behindPreviewSec ?? this.#atSec
    if (ended) state.setState({ paused: false, ended: false })
    void this.#requestPlay()
  }

  changeLine(lineId: number): void {
    this.#recovery = chosenLine(this.#recovery, lineId)
    this.#core.state.setState({ lineSwitch: null })
    this.#start()
  }

  /** Switches to a line that the server recommends. */
  switchLineTo(lineId: number): void {
    this.#recovery = chosenLine(this.#recovery, lineId)
    this.#switchTo(lineId)
  }

  /** Seeks, also before the media is loaded. */
  moveTo(sec: number): void {
    this.#atSec = sec
    this.#behindPreviewSec = null
    this.#hasPendingSeek = this.#core.stage.video.readyState < HTMLMediaElement.HAVE_METADATA
    this.#stableSinceSec = null
    this.#core.state.setState({ positionSec: sec })
  }

  #applyPendingSeek(): void {
    if (!this.#hasPendingSeek) return
    this.#hasPendingSeek = false
    this.#core.stage.video.currentTime = this.#atSec
  }

  destroy(): void {
    this.#generation++
    clearTimeout(this.#timer)
    clearTimeout(this.#renewal)
    this.#stallWatch.destroy()
    for (const end of this.#ends) end()
  }

  #start(): void {
    const { state } = this.#core
    this.#stableSinceSec = null
    if (state.getState().phase !== 'open') state.setState({ phase: 'opening' })
    state.setState({ paused: false, failureCode: '' })
    void this.#requestPlay()
  }

  async #requestPlay(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#renewal)
    const generation = ++this.#generation
    if (!this.#request) return
    const { lineId } = this.#recovery
    this.#core.events.emit('opening', { lineId })
    const pendingResult = this.#request.requestPlay(lineId).catch(() => null)
    const [result, engine] = await Promise.all([pendingResult, this.#options.engine])
    if (generation !== this.#generation) return
    if (!engine) return this.#onFailure(failureOf('unsupported', true))
    if (!result) return this.#onFailure(failureOf('unreachable', true))
    if ('refused' in result) {
      this.#recovery = addressesGranted(this.#recovery, [])
      this.#core.state.setState({ waitSec: result.waitSec })
      return this.#onFailure(failureOf(result.refused, true))
    }
    this.#load(engine, result.granted)
  }

  #load(engine: Engine, grant: PlayGrant): void {
    const { state } = this.#core
    const { preview = null, sources } = grant
    this.#recovery = addressesGranted(this.#recovery, sources?.map(({ id }) => id) ?? [])
    const { addressId } = this.#recovery
    this.#remote = sources ? { grant, sources, at: sources.findIndex(({ id }) => id === addressId) } : null
    const source = this.#source
    if (source?.kind === 'page') return this.#showPage(engine, source.url)
    state.setState({
      pageUrl: null,
      reopening: this.#options.holdFrame(),
      lineId: this.#recovery.lineId,
      storyboardUrl: grant.storyboard,
      preview,
    })
    this.#options.onGrant(engine, grant)
    this.#isRecovering = false
    this.#hasPendingSeek = false
    this.#atSec = grant.startSec ?? this.#atSec
    setRate(this.#core.stage.video, this.#recovery.isLive ? 1 : readSettings().rate)
    // Players do not open a playlist behind its end.
    const lastSec = preview === null ? Infinity : Math.max(0, preview.endSec - previewMarginSec)
    if (this.#atSec > lastSec) this.#behindPreviewSec = this.#atSec
    engine.load(source?.url ?? grant.url, Math.min(this.#atSec, lastSec), source?.kind)
    this.#renewBeforeExpiry(engine, grant)
    this.#play()
    this.#stallWatch.restart()
    if (this.#core.stage.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#options.onAlreadyOpen()
  }

  /** The address that plays, or will; undefined for a film of the station. */
  get #source(): RemoteSource | undefined {
    return this.#remote?.sources[this.#remote.at]
  }

  /** Shows the page of a partner in place of the picture. */
  #showPage(engine: Engine, url: string): void {
    this.#isRecovering = false
    this.#core.stage.video.pause()
    engine.stop()
    this.#core.state.setState({ phase: 'open', reopening: false, lineId: this.#recovery.lineId, pageUrl: url })
  }

  /** Once for each opening of an address, unless it fails after it has played. */
  #reportAddress(failed: boolean): void {
    const source = this.#source
    if (!this.#remote || !source || this.#remote.reported === failed) return
    this.#remote.reported = failed
    this.#core.events.emit('addressTried', { id: source.id, failed })
  }

  /** Another host sends nothing: given up while there is something else to try. */
  #onStalled(): void {
    if (this.#remote && !this.#isRecovering && hasAlternative(this.#recovery))
      this.#onFailure(failureOf('stalled', true))
    else this.#stallWatch.restart()
  }

  /** Takes newer addresses shortly before those of a film expire, so that playback need not be interrupted then. */
  #renewBeforeExpiry(engine: Engine, { expiresSec, qualities, preview }: PlayGrant): void {
    if (expiresSec === undefined || this.#recovery.isLive) return
    const waitMs = (expiresSec - serverNowSec() - renewBeforeSec) * 1000
    if (waitMs > maxTimerMs) return
    const generation = this.#generation
    const { lineId } = this.#recovery
    const shown = JSON.stringify([qualities, preview ?? null])
    const renew = async (): Promise<void> => {
      const result = await this.#request?.requestPlay(lineId)
      if (generation !== this.#generation || !result || 'refused' in result) return
      // What may be seen has changed: it is opened anew when the addresses have expired.
      const { granted } = result
      if (JSON.stringify([granted.qualities, granted.preview ?? null]) !== shown) return
      if (await engine.renew(granted.url)) this.#renewBeforeExpiry(engine, granted)
    }
    // A failure has no effect: expired addresses are recovered from.
    this.#renewal = setTimeout(() => void renew().catch(() => undefined), Math.max(waitMs, minRenewalMs))
  }

  #play(): void {
    const { state, stage } = this.#core
    if (state.getState().paused || state.getState().held) return
    stage.video.play().catch((err: unknown) => {
      // Some browsers need a press to start. Other rejections come from a newer `load`.
      if (err instanceof DOMException && err.name === 'NotAllowedError')
        state.setState({ paused: true, needsPress: true })
    })
  }

  #onTimeChange(sec: number): void {
    this.#atSec = sec
    if (this.#stableSinceSec === null || sec < this.#stableSinceSec) this.#stableSinceSec = sec
    if (sec - this.#stableSinceSec <= stableAfterSec) return
    this.#recovery = recoverySucceeded(this.#recovery)
    this.#reportAddress(false)
  }

  #onOnline(): void {
    const { failureCode, phase } = this.#core.state.getState()
    if (this.#request && failureCode !== '' && phase !== 'failed') void this.#requestPlay()
  }

  #onFailure(failure: PlayerFailure): void {
    const { state, events } = this.#core
    this.#isRecovering = true
    this.#stableSinceSec = null
    events.emit('failed', failure)
    state.setState({ failureCode: failure.code })
    const [next, step] = decideRecovery(this.#recovery, failure, navigator.onLine)
    this.#recovery = next
    if (step.do === 'switchAddress' || step.do === 'switchLine' || step.do === 'giveUp') this.#reportAddress(true)
    this.#act(step)
  }

  #act(step: RecoveryStep): void {
    switch (step.do) {
      case 'resumeLoading':
        return this.#later(step.afterMs, () => this.#withEngine((engine) => engine.resumeLoading()))
      case 'requestPlay':
        return this.#later(step.afterMs, () => void this.#requestPlay())
      case 'recoverMedia':
        return this.#withEngine((engine) => engine.recoverMedia())
      case 'awaitNetwork':
        return
      case 'awaitFile':
        this.#core.state.setState({ phase: 'preparing' })
        return this.#later(step.afterMs, () => void this.#requestPlay())
      case 'switchLine':
        return this.#switchTo(step.lineId)
      case 'switchAddress':
        return this.#switchAddress(step.addressId)
      case 'refuse':
        return this.#close('noRights')
      case 'giveWay':
        return this.giveWay('crowded')
      case 'askPassword':
        this.#core.state.setState({ lineId: this.#recovery.lineId })
        return this.#close('locked')
      case 'giveUp':
        return this.#close('failed')
    }
  }

  #later(afterMs: number, step: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(step, afterMs)
  }

  #withEngine(act: (engine: Engine) => void): void {
    const generation = this.#generation
    void this.#options.engine.then((engine) => {
      if (generation !== this.#generation) return
      this.#isRecovering = false
      if (engine) act(engine)
    })
  }

  /** Opens another address of the line, which the last grant contains. */
  #switchAddress(addressId: number): void {
    const remote = this.#remote
    if (!remote) return
    const { lineId } = this.#recovery
    const addresses = { from: remote.at, to: remote.sources.findIndex(({ id }) => id === addressId) }
    this.#core.state.setState({ lineSwitch: { fromId: lineId, toId: lineId, addresses } })
    this.#withEngine((engine) => this.#load(engine, remote.grant))
  }

  #switchTo(toId: number): void {
    const { state, events } = this.#core
    if (this.#request?.maySwitchLine?.() === false) return this.#close('failed')
    const fromId = state.getState().lineId
    // Of a film elsewhere the notice says which address could not be played.
    const addresses = this.#remote ? { from: this.#remote.at, to: 0 } : undefined
    this.#remote = null
    state.setState({ lineSwitch: { fromId, toId, ...(addresses && { addresses }) } })
    events.emit('lineSwitched', { fromId, toId })
    void this.#requestPlay()
  }

  #close(phase: 'noRights' | 'locked' | 'crowded' | 'failed'): void {
    const { state, stage } = this.#core
    this.#generation++
    clearTimeout(this.#timer)
    clearTimeout(this.#renewal)
    stage.video.pause()
    this.#withEngine((engine) => engine.stop())
    state.setState({ phase, reopening: false })
  }
}
