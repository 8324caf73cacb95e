import { useState } from 'react'
import { CodeField } from '../../../domains/vip/code-field.tsx'
import { isComplete } from '../../../domains/vip/code-rules.ts'
import { dayAfter } from '../../../domains/vip/membership-view.ts'
import { useFreshUser } from '../../../domains/vip/use-order.ts'
import { serverNowSec } from '../../../lib/boot/boot.ts'
import { RefusedError, UnreachableError } from '../../../lib/calls/call-errors.ts'
import { callOnce } from '../../../lib/calls/call-query.ts'
import { useUser } from '../../../lib/session/session.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import styles from './redeem-code.module.css'
import { orderTexts } from './order-texts.ts'

/** The state of the code in the field: a complete one is checked before it can be used. */
type Checked = { code: string; days: number } | { code: string; error: string } | null

/** A field for redeem codes, which says what a code gives before it is used. */
export function RedeemCode() {
  const texts = useTexts(orderTexts)
  const script = useScript()
  const user = useUser()
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState<Checked>(null)
  const [isPending, setPending] = useState(false)
  const [usedCount, setUsedCount] = useState(0)
  useFreshUser(usedCount > 0)
  const failedWith = (failed: string) => (err: unknown) => {
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
    setChecked({ code: failed, error: err.message })
  }
  const change = (next: string): void => {
    setCode(next)
    if (isComplete(next) && next !== checked?.code) check(next)
  }
  const check = (next: string): void => {
    callOnce('voucherCheck', { code: next }, script).then(
      (found) =>
        setChecked(found.kind === 'days' ? { code: next, days: found.days } : { code: next, error: texts.isDiscount }),
      failedWith(next),
    )
  }
  const redeem = async (): Promise<void> => {
    setPending(true)
    try {
      const { days } = await callOnce('voucherRedeem', { code }, script)
      showToast({ text: texts.redeemed(days), kind: 'done' })
      setUsedCount(usedCount + 1)
      setCode('')
      setChecked(null)
    } catch (err) {
      failedWith(code)(err)
    }
    setPending(false)
  }
  const current = checked?.code === code ? checked : null
  const days = current && 'days' in current ? current.days : null
  return (
    <section className={styles.redeem}>
      <div>
        <h2 className={styles.head}>{texts.code}</h2>
        <p className={styles.note}>{texts.codeNote}</p>
      </div>
      <div className={styles.field}>
        <CodeField
          label={texts.code}
          isLabelHidden
          hint={texts.codeHint}
          code={code}
          setCode={change}
          error={current && 'error' in current ? current.error : undefined}
          note={days === null ? undefined : texts.gives(days, dayAfter(user, days, serverNowSec()))}
          action={days === null ? texts.redeem : texts.redeemNow}
          isActionReady={isComplete(code) && !(current && 'error' in current)}
          isPending={isPending}
          act={() => (days === null ? check(code) : void redeem())}
        />
      </div>
    </section>
  )
}
