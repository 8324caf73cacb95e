import { useEffect, useMemo, useState } from 'react'
import { browserState } from '../../lib/boot/browser-state.ts'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callTexts } from '../../lib/calls/call-texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { whenReachable } from '../../lib/calls/when-reachable.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { playerTexts } from '../../player/player-texts.ts'

export interface GuardedNavigation {
  /** Whether ended playback stays because the server does not answer for the next episode. */
  isWaiting: boolean
  /**
   * Calls `go` once the server has answered, even with a refusal. If it is unreachable, playback continues and a toast
   * is shown; at the end of playback it is retried until the viewer does something else.
   */
  navigateWhenAnswered: (ask: () => Promise<unknown>, go: () => void) => void
}

/** Navigates away from playback only when the next episode can be loaded. */
export function useGuardedNavigation(player: PlayerHandle): GuardedNavigation {
  const [isWaiting, setWaiting] = useState(false)
  const guard = useMemo(() => createNavigationGuard(player, setWaiting), [player])
  useEffect(() => guard.stop, [guard])
  return { isWaiting, navigateWhenAnswered: guard.navigateWhenAnswered }
}

function warn(ended: boolean): void {
  const script = browserState().script()
  const text = ended ? playerTexts[script].offline : callTexts[script].unreachable
  showToast({ text, kind: 'warning' })
}

function createNavigationGuard(player: PlayerHandle, setWaiting: (isWaiting: boolean) => void) {
  /** Incremented to invalidate pending attempts. */
  let currentAttempt = 0
  let stopWaiting = (): void => undefined
  const stop = (): void => {
    currentAttempt++
    stopWaiting()
    setWaiting(false)
  }
  const wait = (again: () => void): void => {
    const stopProbing = whenReachable(again)
    // Playing again cancels the navigation.
    const stopWatching = player.state.subscribe(({ ended }) => {
      if (!ended) stop()
    })
    stopWaiting = () => {
      stopProbing()
      stopWatching()
    }
  }
  const navigateWhenAnswered: GuardedNavigation['navigateWhenAnswered'] = (check, go) => {
    stop()
    const ownAttempt = currentAttempt
    const attempt = (): void => {
      stopWaiting()
      check().then(
        () => ownAttempt === currentAttempt && proceed(),
        (err: unknown) => {
          if (ownAttempt !== currentAttempt) return
          if (err instanceof RefusedError) proceed()
          else onUnreachable()
        },
      )
    }
    const proceed = (): void => {
      stop()
      go()
    }
    let isWarned = false
    const onUnreachable = (): void => {
      const { ended } = player.state.getState()
      if (!isWarned) warn(ended)
      isWarned = true
      if (!ended) return
      setWaiting(true)
      wait(attempt)
    }
    attempt()
  }
  return { navigateWhenAnswered, stop }
}
