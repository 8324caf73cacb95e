import type { Confirmation } from '../../lib/shell/dialogs.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../button.tsx'
import styles from './confirm.module.css'
import { dialogTexts } from './dialog-texts.ts'

/** Content of a confirmation dialog. */
export function Confirm({ text, confirmLabel, declineLabel, answer }: Omit<Confirmation, 'title'>) {
  const { no } = useTexts(dialogTexts)
  return (
    <>
      <p className={styles.text}>{text}</p>
      <div className={styles.ways}>
        <Button onClick={() => answer(false)}>{declineLabel ?? no}</Button>
        <Button variant="primary" onClick={() => answer(true)}>
          {confirmLabel}
        </Button>
      </div>
    </>
  )
}
