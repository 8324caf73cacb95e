import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '../../../lib/text/texts.ts'
import { BarPopover } from './bar-popover.tsx'
import styles from './danmaku-bar.module.css'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { danmakuTexts } from '../danmaku-texts.ts'
import { SendField } from './send-field.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { changeSettings, danmakuSettings } from '../stores/settings-store.ts'

interface DanmakuBarProps {
  room: DanmakuRoom
  /** Replaces the numbers of viewers and danmaku. */
  numbers?: ReactNode
  /** Whether it is part of the controls over the picture. */
  isInPicture?: boolean
}

/** Bar with numbers, on/off switch, settings and the send field. */
export function DanmakuBar({ room, numbers, isInPicture = false }: DanmakuBarProps) {
  const texts = useTexts(danmakuTexts)
  return (
    <div className={styles.bar} data-in-picture={isInPicture || undefined} data-danmaku-bar>
      {!isInPicture && <p className={styles.numbers}>{numbers ?? <Numbers room={room} />}</p>}
      <DanmakuSwitch className={styles.switch}>
        <span className={styles.track} />
      </DanmakuSwitch>
      <BarPopover label={texts.settings} icon="sliders">
        <SettingsPanel />
      </BarPopover>
      <SendField room={room} />
    </div>
  )
}

function Numbers({ room }: { room: DanmakuRoom }) {
  const texts = useTexts(danmakuTexts)
  const online = useStore(room.state, (state) => state.online)
  const total = useStore(room.state, (state) => state.total)
  return (
    <>
      {online > 0 && (
        <span>
          <b>{online.toLocaleString('en')}</b>
          {texts.watching}
        </span>
      )}
      {total !== null && (
        <span>
          <b>{total.toLocaleString('en')}</b>
          {texts.total}
        </span>
      )}
    </>
  )
}

/** Switches danmaku on and off. */
export function DanmakuSwitch({ className, children }: { className: string | undefined; children: ReactNode }) {
  const texts = useTexts(danmakuTexts)
  const isOn = useStore(danmakuSettings, ({ settings }) => settings.on)
  return (
    <button
      type="button"
      role="switch"
      className={className}
      aria-checked={isOn}
      aria-label={texts.danmaku}
      title={isOn ? texts.turnOff : texts.turnOn}
      onClick={() => changeSettings({ on: !isOn })}
    >
      {children}
    </button>
  )
}
