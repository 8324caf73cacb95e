import { useStore } from 'zustand'
import type { TalkChrome } from '../../player/chrome/chrome-context.ts'
import { DanmakuBar } from './danmaku-bar.tsx'
import type { DanmakuRoom } from './danmaku-room.ts'
import { enterField } from './danmaku-focus.ts'
import { FlyingLayer } from './flying-layer.tsx'
import { HeatLine } from './heat-line.tsx'
import { HitPlate } from './hit-plate.tsx'
import { HitStore } from './hit-store.ts'
import { changeSettings, danmakuSettings } from './settings-store.ts'

export { DanmakuBar } from './danmaku-bar.tsx'
export { DanmakuList } from './danmaku-list.tsx'
export { DanmakuRoom } from './danmaku-room.ts'
export { PhoneRow } from './phone-row.tsx'
export { hideProblem, typeAs } from './send-store.ts'
export { readSettings, syncSettings } from './settings-store.ts'

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
