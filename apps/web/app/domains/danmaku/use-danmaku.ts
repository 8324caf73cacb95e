import type { Room } from '@yunmu/contract'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useScript } from '../../lib/site/preferences.tsx'
import { onSessionChange, readToken, useUser } from '../../lib/session/session.ts'
import type { TalkChrome } from '../../player/chrome/chrome-context.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import type * as danmakuParts from './danmaku-parts.tsx'

type Parts = typeof danmakuParts

/** What viewers say about what plays, and everything that shows it. */
export interface Talk {
  room: danmakuParts.DanmakuRoom
  parts: Parts
  chrome: TalkChrome
}

/** A picture that is longer in coming is not waited for. */
const longestMs = 2500

/** The code of it, once for the page. It is loaded after the first picture. */
function useParts(player: PlayerHandle): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null)
  useEffect(() => {
    let isCurrent = true
    const load = (): void => {
      end()
      import('./danmaku-parts.tsx').then(
        (loaded) => {
          if (isCurrent) setParts(loaded)
        },
        // Without a network the picture goes on without them.
        () => undefined,
      )
    }
    const timer = setTimeout(load, longestMs)
    const endWait = player.on('firstFrame', load)
    const end = (): void => {
      clearTimeout(timer)
      endWait()
    }
    if (player.state.getState().phase === 'open') load()
    return () => {
      isCurrent = false
      end()
    }
  }, [player])
  return parts
}

/** What viewers say at a place while a player plays it; null until that can be shown. */
export function useDanmaku(player: PlayerHandle, { kind, id, level }: Room): Talk | null {
  const script = useScript()
  const token = useSyncExternalStore(onSessionChange, readToken, () => null)
  const userId = useUser()?.userId ?? 0
  const parts = useParts(player)
  useEffect(() => parts?.readSettings(), [parts])
  useEffect(() => {
    if (!parts) return
    void parts.syncSettings(script)
    if (userId > 0) parts.typeAs(userId)
  }, [parts, script, token, userId])
  const room = useMemo(
    () => parts && new parts.DanmakuRoom(player, { kind, id, level }, script),
    [parts, player, kind, id, level, script],
  )
  useEffect(() => room?.begin(), [room])
  useEffect(() => parts?.hideProblem(), [parts, room])
  useEffect(() => room?.askAs(token), [room, token])
  return useMemo(() => parts && room && { room, parts, chrome: parts.talkOf(room) }, [parts, room])
}
