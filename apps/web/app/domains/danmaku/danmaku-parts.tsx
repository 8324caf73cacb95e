import { useStore } from 'zustand'
import type { TalkChrome } from '../../player/chrome/chrome-context.ts'
import { DanmakuBar } from './bar/danmaku-bar.tsx'
import type { DanmakuRoom } from './danmaku-room.ts'
import { enterField } from './danmaku-focus.ts'
import { FlyingLayer } from './drawing/flying-layer.tsx'
import { HeatLine } from './list/heat-line.tsx'
import { HitPlate } from './drawing/hit-plate.tsx'
import { HitStore } from './stores/hit-store.ts'
import { changeSettings, danmakuSettings } from './stores/settings-store.ts'

export { DanmakuBar } from './bar/danmaku-bar.tsx'
export { DanmakuList } from './list/danmaku-list.tsx'
export { DanmakuRoom } from './danmaku-room.ts'
export { PhoneRow } from './bar/phone-row.tsx'
export { hideProblem, typeAs } from './stores/send-store.ts'
export { readSettings, syncSettings } from './stores/settings-store.ts'

/** Everything of danmaku that a player shows or asks for. */
export function talkOf(room: DanmakuRoom): TalkChrome {
  const hits = new HitStore()
  return {
    layer: <FlyingLayer room={room} hits={hits} />,
    menu: <HitPlate room={room} hits={hits} />,
    inBar: <DanmakuBar room={room} isInPicture />,
    heat: <HeatLine room={room} />,
    toggle() {
      const { on } = danmakuSettings.getState().settings
      changeSettings({ on: !on })
      return !on
    },
    enterField,
    point: (at) => hits.point(at),
    press: (at) => hits.press(at),
  }
}

/** How many danmaku there are, for a head. */
export function DanmakuTotal({ room }: { room: DanmakuRoom }) {
  const total = useStore(room.state, (state) => state.total)
  return total === null || total === 0 ? null : total.toLocaleString('en')
}
