import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { PlayerIcon } from '../../../player/player-icon.tsx'
import { Icon } from '../../../ui/icons/icons.tsx'
import { usePopover } from '../../../ui/behaviour/use-popover.ts'
import { DanmakuSwitch } from './danmaku-bar.tsx'
import type { DanmakuRoom } from '../danmaku-room.ts'
import { danmakuTexts } from '../danmaku-texts.ts'
import styles from './phone-row.module.css'
import { SendField, useSendStyle } from './send-field.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { StyleMenu } from './style-menu.tsx'

/** Row below a phone's player: page links, and a button that opens the send field in a bottom sheet. */
export function PhoneRow({ room, children }: { room: DanmakuRoom; children: ReactNode }) {
  const texts = useTexts(danmakuTexts)
  const { isOpen, toggle, close, box } = usePopover()
  return (
    <div className={styles.row}>
      {children}
      <div ref={box} className={styles.pill}>
        <button type="button" className={styles.say} aria-expanded={isOpen} onClick={toggle} data-danmaku-field>
          {texts.pill}
        </button>
        <DanmakuSwitch className={styles.toggle}>
          <PlayerIcon name="danmaku" />
        </DanmakuSwitch>
        {isOpen && <Sheet room={room} close={close} />}
      </div>
    </div>
  )
}

/** Height in CSS pixels of the page's bottom that the virtual keyboard covers. */
function useKeyboardPx(): number {
  const [px, setPx] = useState(0)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const update = (): void => setPx(Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)))
    update()
    view.addEventListener('resize', update)
    view.addEventListener('scroll', update)
    return () => {
      view.removeEventListener('resize', update)
      view.removeEventListener('scroll', update)
    }
  }, [])
  return px
}

function Sheet({ room, close }: { room: DanmakuRoom; close: () => void }) {
  const texts = useTexts(danmakuTexts)
  const [part, setPart] = useState<'style' | 'settings'>('style')
  const [style, setStyle] = useSendStyle()
  const bottom = useKeyboardPx()
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => sheet.current?.querySelector<HTMLElement>('[data-danmaku-field]')?.focus({ preventScroll: true }), [])
  return (
    <div
      className={styles.sheet}
      style={{ bottom } satisfies CSSProperties}
      role="group"
      aria-label={texts.pill}
      ref={sheet}
      data-sheet
    >
      <SendField room={room} style={style} onSent={close} />
      <div className={styles.sheetHead}>
        <button type="button" aria-pressed={part === 'style'} onClick={() => setPart('style')}>
          {texts.style}
        </button>
        <button type="button" aria-pressed={part === 'settings'} onClick={() => setPart('settings')}>
          {texts.settings}
        </button>
        <button type="button" aria-label={texts.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {part === 'style' ? <StyleMenu style={style} choose={setStyle} /> : <SettingsPanel />}
    </div>
  )
}
