import { roomName } from '@yunmu/contract'
import { useEffect, useEffectEvent } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { joinRoom } from '../../lib/realtime/realtime.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { infoCall, type LiveAddress } from './live-address.ts'

/**
 * Loads the page again when the channel was disabled or deleted: it is answered with the not-found page then. The server sends
 * the pages out of the channel's room; they ask once more, because a room may be refused for other reasons.
 */
export function useChannelEnd(address: LiveAddress, id: number): void {
  const script = useScript()
  const check = useEffectEvent(async (): Promise<void> => {
    try {
      await callOnce('liveInfo', infoCall(address), script)
    } catch (err) {
      if (err instanceof RefusedError && err.refusal === 'NoSuchChannel') location.reload()
      else if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
    }
  })
  useEffect(
    () =>
      joinRoom(roomName({ kind: 'live', id, level: 0 }), script, {
        onFrame: (frame) => void ('refused' in frame && check()),
        onConnectionChange() {},
      }),
    [id, script],
  )
}
