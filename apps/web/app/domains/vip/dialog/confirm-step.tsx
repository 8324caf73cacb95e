import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { fullMoney } from '../money-rules.ts'
import type { Checkout } from '../use-checkout.ts'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import styles from './step.module.css'

export interface ConfirmStepProps {
  checkout: Checkout
  from: 'dialog' | 'page'
  decline: () => void
}

/** Asks before methods 1 and 2. */
export function ConfirmStep({ checkout, from, decline }: ConfirmStepProps) {
  const texts = useTexts(vipDomainTexts)
  const { plan, price, isPending, order } = checkout
  return (
    <>
      <p className={styles.row}>
        <span>{plan?.name}</span>
        {price && <b>{fullMoney(price)}</b>}
      </p>
      <div className={styles.ways}>
        <Button onClick={decline}>{texts.thinkAgain}</Button>
        <Button variant="primary" pending={isPending} onClick={() => order({ from })}>
          {texts.goPay}
        </Button>
      </div>
    </>
  )
}
