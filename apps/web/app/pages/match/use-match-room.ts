import { roomName, type MatchDetail } from '@yunmu/contract'
import { use, useEffect, useEffectEvent, useState } from 'react'
import {
  announcementOf,
  applyChange,
  needsReading,
  type Announcement,
} from '../../domains/matches/match-change-rules.ts'
import { mayHaveChanged } from '../../domains/matches/match-rules.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { CallCacheContext, callKey, isReplyOf } from '../../lib/calls/call-query.ts'
import { joinRoom, type RoomListener } from '../../lib/realtime/realtime.ts'
import { useScript } from '../../lib/site/preferences.tsx'

interface MatchRoom {
  /** Number of viewers; null until known. */
  online: number | null
  /** Whether changes of the match reach the page. */
  isJoined: boolean
  /** The last score that a frame brought. */
  announcement: Announcement | null
  /** Matches were switched off, or this one was deleted: nothing more is told of it. */
  isClosed: boolean
}

type Frame = Parameters<RoomListener['onFrame']>[0]

/**
 * Applies the frames of the match's room to the cached detail. The detail is read again after a lost connection, and once
 * when the page comes into the room of a match that may have changed meanwhile.
 */
export function useMatchRoom(detail: MatchDetail): MatchRoom {
  const { id } = detail.match
  const cache = use(CallCacheContext)
  const script = useScript()
  const [room, setRoom] = useState<MatchRoom>({
    online: null,
    isJoined: false,
    announcement: null,
    isClosed: false,
  })
  const onFrame = useEffectEvent((frame: Frame): void => {
    if ('danmaku' in frame) setRoom((known) => ({ ...known, online: frame.online, isJoined: true, isClosed: false }))
    if ('refused' in frame) setRoom((known) => ({ ...known, isClosed: true }))
    if (!cache || !('match' in frame)) return
    const key = callKey('matchDetail', { id }, script)
    const { data } = cache.read(key)
    if (!isReplyOf('matchDetail', data)) return
    const { match: change } = frame
    const announcement = announcementOf(data, change)
    if (announcement) setRoom((known) => ({ ...known, announcement }))
    cache.set(key, applyChange(data, change))
    if (needsReading(data, change)) cache.invalidate('matchDetail ')
  })
  const onJoin = useEffectEvent((isFirst: boolean): void => {
    if (!isFirst || mayHaveChanged(detail, serverNowSec())) cache?.invalidate('matchDetail ')
  })
  const onLeave = useEffectEvent((): void => setRoom((known) => ({ ...known, isJoined: false })))
  useEffect(() => {
    let [isJoined, wasJoined] = [false, false]
    return joinRoom(roomName({ kind: 'match', id, level: 0 }), script, {
      onFrame(frame) {
        onFrame(frame)
        // The server's first frame of a room: all later changes reach the page, earlier ones may not have.
        if (isJoined || !('danmaku' in frame)) return
        onJoin(!wasJoined)
        ;[isJoined, wasJoined] = [true, true]
      },
      onConnectionChange(isOpen) {
        if (isOpen) return
        isJoined = false
        onLeave()
      },
    })
  }, [id, script])
  return room
}
