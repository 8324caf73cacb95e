import { useState } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { isSignedIn } from '../../lib/session/session.ts'
import { vipTexts } from '../../lib/session/vip-texts.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { choice } from './checkout.ts'
import { CodeField } from './code-field.tsx'
import { isComplete } from './code-rules.ts'
import styles from './discount-code.module.css'
import { shortMoney } from './money-rules.ts'
import type { Checkout } from './use-checkout.ts'
import { vipDomainTexts } from './vip-domain-texts.ts'

/** A field for a discount code, behind a question. It waits for a plan and a method, because a code may fit some of them only. */
export function DiscountCode({ checkout: { plan, method, discount, hasLostDiscount } }: { checkout: Checkout }) {
  const texts = useTexts(vipDomainTexts)
  const vip = useTexts(vipTexts)
  const script = useScript()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  if (!plan || !method) return null
  if (discount)
    return (
      <p className={styles.used}>
        <span role="status">{texts.codeSaves(shortMoney(discount.off))}</span>
        <button type="button" onClick={() => choice.setState({ discount: null })}>
          {texts.dropCode}
        </button>
      </p>
    )
  if (!isOpen)
    return (
      <button type="button" className={styles.question} onClick={() => setOpen(true)}>
        {texts.haveCode}
      </button>
    )
  const check = async (): Promise<void> => {
    if (!isSignedIn()) {
      showToast({ text: vip.loginFirst, kind: 'warning' })
      return openDialog('login')
    }
    try {
      const found = await callOnce('voucherCheck', { code, productId: plan.id, type: method.id }, script)
      if (found.kind === 'days') return setError(texts.codeIsDays)
      const { amount, discount: off, currency } = found
      choice.setState({
        discount: { code, off: { minor: off, currency }, left: { minor: amount, currency } },
        hasLostDiscount: false,
      })
    } catch (err) {
      if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
      setError(err.message)
    }
  }
  return (
    <CodeField
      label={texts.codeLabel}
      hint={texts.codeHint}
      code={code}
      error={error}
      note={hasLostDiscount && isComplete(code) ? texts.codeAgain : undefined}
      setCode={(next) => {
        setCode(next)
        setError(undefined)
      }}
      action={texts.useCode}
      isActionReady={isComplete(code)}
      act={() => void check()}
    />
  )
}
