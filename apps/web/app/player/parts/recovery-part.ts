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

export interface RecoveryNeeds {
  core: PlayerCore
  /** Null where this browser plays no HLS. */
  engine: Promise<Engine | null>
  /** Holds the frame that is on the screen; tells whether there was one. */
  holdFrame(): boolean
  /** Called with a permission before its address is opened. */
  granted(engine: Engine, grant: PlayGrant): void
}

export interface RecoveryPart extends PlayerPart {
  open(request: PlayRequest): void
  failed(failure: PlayerFailure): void
  retry(): void
  changeLine(lineId: number): void
  /** The viewer wants to be elsewhere, also before there is anything to seek in. */
  moveTo(sec: number): void
}

/** Opens addresses, and decides what to do when one fails: the only part that does. */
export function createRecoveryPart({ core, engine, holdFrame, granted }: RecoveryNeeds): RecoveryPart {
  const { stage, state, events } = core
  let request: PlayRequest | null = null
  let tried: RecoveryState = beginRecovery([], 0)
  let atSec = 0
  let wellSinceSec: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Raised by whatever makes older steps stale. */
  let turn = 0
  /** One failure is dealt with at a time: an address that has run out fails once for sound and once for the picture. */
  let isActing = false

  const later = (afterMs: number, step: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(step, afterMs)
  }

  const ask = async (): Promise<void> => {
    clearTimeout(timer)
    const mine = ++turn
    if (!request) return
    const { lineId } = tried
    events.emit('opening', { lineId })
    const asked = request.ask(lineId).catch(() => null)
    const [answer, ready] = await Promise.all([asked, engine])
    if (mine !== turn) return
    if (!ready) return failed(failureOf('unsupported', true))
    if (!answer) return failed(failureOf('unreachable', true))
    if ('refused' in answer) return failed(failureOf(answer.refused, true))
    state.setState({ reopening: holdFrame(), lineId, storyboardUrl: answer.granted.storyboard })
    granted(ready, answer.granted)
    isActing = false
    ready.load(answer.granted.url, atSec)
    play()
  }

  const play = (): void => {
    if (state.getState().paused) return
    stage.video.play().catch((err: unknown) => {
      // Some browsers begin only after a press; an opening that is overtaken by another is no refusal.
      if (err instanceof DOMException && err.name === 'NotAllowedError') state.setState({ paused: true })
    })
  }

  const goOn = (): void => {
    isActing = false
    void engine.then((ready) => ready?.goOn())
  }

  const act = (step: RecoveryStep): void => {
    switch (step.do) {
      case 'goOn':
        return later(step.afterMs, goOn)
      case 'ask':
        return later(step.afterMs, () => void ask())
      case 'rebuild':
        isActing = false
        return void engine.then((ready) => ready?.rebuild())
      case 'awaitNetwork':
        return
      case 'awaitFile':
        state.setState({ phase: 'preparing' })
        return later(step.afterMs, () => void ask())
      case 'switchLine':
        return switchTo(step.lineId)
      case 'refuse':
        return close('noRights')
      case 'giveUp':
        return close('failed')
    }
  }

  const close = (phase: 'noRights' | 'failed'): void => {
    turn++
    clearTimeout(timer)
    stage.video.pause()
    void engine.then((ready) => ready?.stop())
    state.setState({ phase, reopening: false })
  }

  const switchTo = (toId: number): void => {
    const fromId = state.getState().lineId
    state.setState({ lineSwitch: { fromId, toId } })
    events.emit('lineSwitched', { fromId, toId })
    void ask()
  }

  function failed(failure: PlayerFailure): void {
    isActing = true
    wellSinceSec = null
    events.emit('failed', failure)
    state.setState({ failureCode: failure.code })
    const [next, step] = decideRecovery(tried, failure, navigator.onLine)
    tried = next
    act(step)
  }

  const begin = (): void => {
    if (state.getState().phase !== 'open') state.setState({ phase: 'opening' })
    state.setState({ paused: false, failureCode: '' })
    void ask()
  }

  const ends = [
    events.on('firstFrame', play),
    events.on('timeChanged', ({ sec }) => {
      atSec = sec
      wellSinceSec ??= sec
      if (sec < wellSinceSec) wellSinceSec = sec
      if (sec - wellSinceSec > wellAfterSec) tried = recovered(tried)
    }),
    listen(window, {
      online() {
        if (request && state.getState().failureCode !== '' && state.getState().phase !== 'failed') void ask()
      },
    }),
  ]

  return {
    open(next) {
      request = next
      atSec = next.startSec
      wellSinceSec = null
      tried = beginRecovery(
        next.lines.map(({ id }) => id),
        next.lineId,
      )
      state.setState({
        phase: 'opening',
        positionSec: next.startSec,
        bufferedSec: 0,
        durationSec: 0,
        ended: false,
        lineId: next.lineId,
        lineSwitch: null,
        storyboardUrl: null,
        subtitleLines: [],
      })
      begin()
    },
    failed(failure) {
      if (!isActing) failed(failure)
    },
    retry() {
      tried = chosenLine(tried, tried.lineId)
      begin()
    },
    changeLine(lineId) {
      tried = chosenLine(tried, lineId)
      state.setState({ lineSwitch: null })
      begin()
    },
    moveTo(sec) {
      atSec = sec
      wellSinceSec = null
      state.setState({ positionSec: sec })
    },
    destroy() {
      turn++
      clearTimeout(timer)
      for (const end of ends) end()
    },
  }
}
