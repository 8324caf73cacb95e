import { useEffect, useRef } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, useChromeState } from '../chrome-context.ts'
import styles from './shortcut-list.module.css'

/** List of keyboard shortcuts, opened with `?`. */
export function ShortcutList() {
  const { store, live } = useChrome()
  const texts = useTexts(playerTexts)
  const isOpen = useChromeState(({ isShortcutListOpen }) => isShortcutListOpen)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) close.current?.focus()
  }, [isOpen])
  if (!isOpen) return null
  return (
    <div className={styles.list} role="dialog" aria-label={texts.keys}>
      <p className={styles.head}>
        {texts.keys}
        <button ref={close} type="button" onClick={() => store.setState({ isShortcutListOpen: false })}>
          {texts.close}
        </button>
      </p>
      <dl className={styles.keys}>
        {(live ? texts.liveKeyNames : texts.keyNames).map(([keys, effect]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
