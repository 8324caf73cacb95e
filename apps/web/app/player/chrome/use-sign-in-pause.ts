import { useEffect } from 'react'
import { dialogs, isSignInOpen } from '../../lib/shell/dialogs.ts'
import type { PlayerHandle } from '../core/player-handle.ts'

/** Pauses while a dialog that one signs in with covers the page, and goes on after it from where it was. */
export function useSignInPause(player: PlayerHandle): void {
  useEffect(() => {
    let isHeld = false
    const update = (): void => {
      // What starts while the dialog is open, such as a film that is still loading, is held too.
      if (isSignInOpen()) {
        if (player.state.getState().paused) return
        isHeld = true
        player.pause()
      } else if (isHeld) {
        isHeld = false
        player.play()
      }
    }
    update()
    const ends = [dialogs.subscribe(update), player.state.subscribe(update)]
    return () => {
      for (const end of ends) end()
    }
  }, [player])
}
