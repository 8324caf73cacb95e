import type { Question } from '../../lib/shell/dialogs.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../button.tsx'
import styles from './confirm.module.css'
import { dialogTexts } from './dialog-texts.ts'

/** A question with two ways on, for the inside of a dialog. */
export function Confirm({ text, yes, answer }: Omit<Question, 'title'>) {
  const { no } = useTexts(dialogTexts)
  return (
    <>
      <p className={styles.text}>{text}</p>
      <div className={styles.ways}>
        <Button onClick={() => answer(false)}>{no}</Button>
        <Button look="primary" onClick={() => answer(true)}>
          {yes}
        </Button>
      </div>
    </>
  )
}
