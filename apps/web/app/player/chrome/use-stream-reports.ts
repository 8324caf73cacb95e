import { streamBounds } from '@yunmu/contract/constants'
import { useEffect } from 'react'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { isSignedIn, useHasSession } from '../../lib/session/session.ts'
import { listen } from '../core/listen.ts'
import { ownStream } from '../core/own-stream.ts'
import type { PlayerHandle } from '../core/player-handle.ts'

const intervalMs = streamBounds.staySec * 1000

/**
 * Reports that a signed-in viewer's player plays, so that the account's streams at once can be counted, and stops the
 * player if another device took its place.
 */
export function useStreamReports(player: PlayerHandle): void {
  const hasSession = useHasSession()
  useEffect(() => {
    if (!hasSession) return
    let reportedMs = Date.now()
    const report = (): void => {
      reportedMs = Date.now()
      callOnce('userPlayStay', { stream: ownStream(), leaves: false }, 's').catch((err: unknown) => {
        // Without a network the next report follows; what plays from the buffer goes on.
        if (!(err instanceof RefusedError)) return
        if (err.refusal === 'StreamEnded') player.giveWay('ended')
        else if (err.refusal === 'TooManyStreams') player.giveWay('crowded')
      })
    }
    const leave = (): void => {
      // If it does not arrive, the place is free a minute later.
      callOnce('userPlayStay', { stream: ownStream(), leaves: true }, 's').catch(() => undefined)
    }
    const timer = setInterval(() => {
      const { paused, phase } = player.state.getState()
      if (!paused && phase === 'open') report()
    }, intervalMs)
    // Without a first report the place would be kept until the address expires.
    if (player.state.getState().phase === 'open') report()
    const end = player.state.subscribe(({ paused, phase }, before) => {
      const begins = phase === 'open' && before.phase !== 'open'
      // After a long pause the place may be taken.
      const goesOn = before.paused && !paused && Date.now() - reportedMs > intervalMs
      if (begins || goesOn) report()
    })
    const endLeave = listen(window, { pagehide: leave })
    return () => {
      clearInterval(timer)
      end()
      endLeave()
      // Signing out ends the player's session.
      if (isSignedIn()) leave()
    }
  }, [player, hasSession])
}
