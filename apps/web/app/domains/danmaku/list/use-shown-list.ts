import type { Danmaku } from '@yunmu/contract'
import { wantedBy } from '@yunmu/danmaku'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { blocks } from '../../../lib/session/blocks.ts'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { danmakuSettings, shownSettings } from '../stores/settings-store.ts'

/** What is known around the moment, without what the viewer does not want to see. */
export function useShownList(room: DanmakuRoom): readonly Danmaku[] {
  const list = useStore(room.state, (state) => state.list)
  const settings = useStore(danmakuSettings)
  const blocked = useStore(blocks)
  const wants = useMemo(() => wantedBy(shownSettings(settings, blocked)), [settings, blocked])
  return useMemo(() => list.filter(wants), [list, wants])
}
