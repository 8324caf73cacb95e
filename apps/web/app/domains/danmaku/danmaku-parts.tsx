import { useStore } from 'zustand'
import type { DanmakuChrome } from '../../player/chrome/chrome-context.ts'
import { DanmakuBar } from './bar/danmaku-bar.tsx'
import type { DanmakuRoom } from './danmaku-room.ts'
import { focusSendField } from './danmaku-focus.ts'
import { DanmakuCanvas } from './drawing/danmaku-canvas.tsx'
import { HeatCurve } from './list/heat-curve.tsx'
import { HitMenu } from './drawing/hit-menu.tsx'
import { HitStore } from './stores/hit-store.ts'
import { changeSettings, danmakuSettings } from './stores/settings-store.ts'

export { DanmakuBar } from './bar/danmaku-bar.tsx'
export { DanmakuList } from './list/danmaku-list.tsx'
export { DanmakuRoom } from './danmaku-room.ts'
export { PhoneRow } from './bar/phone-row.tsx'
export { hideProblem, setAuthor as typeAs } from './stores/send-store.ts'
export { readSettings, syncSettings } from './stores/settings-store.ts'

/** Danmaku elements and actions of the player's controls. */
export function danmakuChromeOf(room: DanmakuRoom): DanmakuChrome {
  const hits = new HitStore()
  return {
    layer: <DanmakuCanvas room={room} hits={hits} />,
    menu: <HitMenu room={room} hits={hits} />,
    barItem: <DanmakuBar room={room} isInPicture />,
    heat: <HeatCurve room={room} />,
    toggle() {
      const { on } = danmakuSettings.getState().settings
      changeSettings({ on: !on })
      return !on
    },
    focusField: focusSendField,
    movePointer: (at) => hits.movePointer(at),
    press: (at) => hits.press(at),
  }
}

/** Formatted number of danmaku, for a heading. */
export function DanmakuTotal({ room }: { room: DanmakuRoom }) {
  const total = useStore(room.state, (state) => state.total)
  return total === null || total === 0 ? null : total.toLocaleString('en')
}
