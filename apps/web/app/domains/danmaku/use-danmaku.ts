import type { Room } from '@yunmu/contract'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useScript } from '../../lib/site/preferences.tsx'
import { onSessionChange, readToken, useUser } from '../../lib/session/session.ts'
import type { DanmakuChrome } from '../../player/chrome/chrome-context.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import type * as danmakuParts from './danmaku-parts.tsx'

type Parts = typeof danmakuParts

/** Danmaku of what plays, and the components that show them. */
export interface DanmakuFeature {
  room: danmakuParts.DanmakuRoom
  parts: Parts
  chrome: DanmakuChrome
}

/** Upper bound of waiting for the first frame. */
const maxWaitMs = 2500

/** Code of the danmaku feature, loaded once, after the first frame. */
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
        // Without a network the video plays without danmaku.
        () => undefined,
      )
    }
    const timer = setTimeout(load, maxWaitMs)
    const stopWaiting = player.on('firstFrame', load)
    const end = (): void => {
      clearTimeout(timer)
      stopWaiting()
    }
    if (player.state.getState().phase === 'open') load()
    return () => {
      isCurrent = false
      end()
    }
  }, [player])
  return parts
}

/** Danmaku of a pool for a player; null until loaded. */
export function useDanmaku(player: PlayerHandle, { kind, id, level }: Room): DanmakuFeature | null {
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
  useEffect(() => room?.start(), [room])
  useEffect(() => parts?.hideProblem(), [parts, room])
  useEffect(() => room?.setToken(token), [room, token])
  return useMemo(() => parts && room && { room, parts, chrome: parts.danmakuChromeOf(room) }, [parts, room])
}
