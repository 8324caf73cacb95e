import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { playerTexts } from '../player-texts.ts'
import { useChrome, useChromeState } from './chrome-context.ts'
import styles from './key-list.module.css'

/** What `?` shows. */
export function KeyList() {
  const { store, live } = useChrome()
  const words = useTexts(playerTexts)
  const isOpen = useChromeState(({ isKeyListOpen }) => isKeyListOpen)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) close.current?.focus()
  }, [isOpen])
  if (!isOpen) return null
  return (
    <div className={styles.list} role="dialog" aria-label={words.keys}>
      <p className={styles.head}>
        {words.keys}
        <button ref={close} type="button" onClick={() => store.setState({ isKeyListOpen: false })}>
          {words.close}
        </button>
      </p>
      <dl className={styles.keys}>
        {(live ? words.liveKeyNames : words.keyNames).map(([keys, effect]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
