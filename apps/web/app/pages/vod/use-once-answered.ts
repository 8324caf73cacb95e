import { useEffect, useMemo, useState } from 'react'
import { browserState } from '../../lib/boot/browser-state.ts'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callTexts } from '../../lib/calls/call-texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { whenAnswering } from '../../lib/calls/when-answering.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { playerTexts } from '../../player/player-texts.ts'

export interface OnceAnswered {
  /** Whether what has ended stays because the station does not answer for what comes next. */
  isWaiting: boolean
  /**
   * Goes on when the station has answered, be it with a refusal. Where it does not, what plays stays and says so; at its
   * end this is tried again until the viewer does something else.
   */
  goOn: (ask: () => Promise<unknown>, go: () => void) => void
}

/** Leaves what plays only for what can be had. */
export function useOnceAnswered(player: PlayerHandle): OnceAnswered {
  const [isWaiting, setWaiting] = useState(false)
  const patience = useMemo(() => createPatience(player, setWaiting), [player])
  useEffect(() => patience.stop, [patience])
  return { isWaiting, goOn: patience.goOn }
}

function warn(ended: boolean): void {
  const script = browserState().script()
  const text = ended ? playerTexts[script].offline : callTexts[script].unreachable
  showToast({ text, kind: 'warning' })
}

function createPatience(player: PlayerHandle, setWaiting: (isWaiting: boolean) => void) {
  /** Raised by whatever makes an older wish stale. */
  let turn = 0
  let endWait = (): void => undefined
  const stop = (): void => {
    turn++
    endWait()
    setWaiting(false)
  }
  const wait = (again: () => void): void => {
    const endAsking = whenAnswering(again)
    // Who plays it again wants nothing else.
    const endWatch = player.state.subscribe(({ ended }) => {
      if (!ended) stop()
    })
    endWait = () => {
      endAsking()
      endWatch()
    }
  }
  const goOn: OnceAnswered['goOn'] = (ask, go) => {
    stop()
    const mine = turn
    const attempt = (): void => {
      endWait()
      ask().then(
        () => mine === turn && arrive(),
        (err: unknown) => {
          if (mine !== turn) return
          if (err instanceof RefusedError) arrive()
          else stay()
        },
      )
    }
    const arrive = (): void => {
      stop()
      go()
    }
    let isTold = false
    const stay = (): void => {
      const { ended } = player.state.getState()
      if (!isTold) warn(ended)
      isTold = true
      if (!ended) return
      setWaiting(true)
      wait(attempt)
    }
    attempt()
  }
  return { goOn, stop }
}
