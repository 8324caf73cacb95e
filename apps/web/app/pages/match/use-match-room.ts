import { roomName, type MatchDetail } from '@yunmu/contract'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { announcementOf, applyChange, type Announcement } from '../../domains/matches/match-change-rules.ts'
import { CallCacheContext, callKey, isReplyOf } from '../../lib/calls/call-query.ts'
import { joinRoom, type RoomListener } from '../../lib/realtime/realtime.ts'
import { useScript } from '../../lib/site/preferences.tsx'

interface MatchRoom {
  /** Number of viewers; null until known. */
  online: number | null
  /** The last score that a frame brought. */
  announcement: Announcement | null
  /** Matches were switched off, or this one was deleted: nothing more is told of it. */
  isClosed: boolean
}

type Frame = Parameters<RoomListener['onFrame']>[0]

/** Applies the frames of the match's room to the cached detail. After a lost connection the detail is read again. */
export function useMatchRoom({ match: { id } }: MatchDetail): MatchRoom {
  const cache = use(CallCacheContext)
  const script = useScript()
  const [room, setRoom] = useState<MatchRoom>({ online: null, announcement: null, isClosed: false })
  const onFrame = useEffectEvent((frame: Frame): void => {
    if ('danmaku' in frame) setRoom((known) => ({ ...known, online: frame.online, isClosed: false }))
    if ('refused' in frame) setRoom((known) => ({ ...known, isClosed: true }))
    if (!cache || !('match' in frame)) return
    const key = callKey('matchDetail', { id }, script)
    const { data } = cache.read(key)
    if (!isReplyOf('matchDetail', data)) return
    const { match: change } = frame
    const announcement = announcementOf(data, change)
    if (announcement) setRoom((known) => ({ ...known, announcement }))
    const isCorrection = change.retracted !== undefined || data.timeline.some((item) => item.id === change.event?.id)
    cache.set(key, applyChange(data, change))
    // The scores after a corrected event change as well, and statistics and line-ups have no frames.
    if (isCorrection || change.state !== undefined) cache.invalidate('matchDetail ')
  })
  const onReconnect = useEffectEvent(() => cache?.invalidate('matchDetail '))
  useEffect(() => {
    let wasOpen = false
    return joinRoom(roomName({ kind: 'match', id, level: 0 }), script, {
      onFrame: (frame) => onFrame(frame),
      onConnectionChange(isOpen) {
        if (isOpen && wasOpen) onReconnect()
        wasOpen ||= isOpen
      },
    })
  }, [id, script])
  return room
}
