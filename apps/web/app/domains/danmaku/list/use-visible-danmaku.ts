import type { Danmaku } from '@yunmu/contract'
import { createFilter } from '@yunmu/danmaku'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { blocks } from '../../../lib/session/blocks.ts'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { danmakuSettings, effectiveSettings } from '../stores/settings-store.ts'

/** Danmaku around the moment that pass the viewer's filters. */
export function useVisibleDanmaku(room: DanmakuRoom): readonly Danmaku[] {
  const list = useStore(room.state, (state) => state.list)
  const settings = useStore(danmakuSettings)
  const blocked = useStore(blocks)
  const isVisible = useMemo(() => createFilter(effectiveSettings(settings, blocked)), [settings, blocked])
  return useMemo(() => list.filter(isVisible), [list, isVisible])
}
