import { useTexts } from '../../lib/text/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/button.tsx'
import styles from './pay-button.module.css'
import type { Checkout } from './use-checkout.ts'
import { vipDomainTexts } from './vip-domain-texts.ts'

interface PayButtonProps {
  checkout: Checkout
  from: 'dialog' | 'page'
  label: string
  className?: string | undefined
}

/** The gold button that pays. Until a plan and a method that takes its price are chosen it is there, but does nothing. */
export function PayButton({ checkout, from, label, className }: PayButtonProps) {
  const texts = useTexts(vipDomainTexts)
  const { missing } = checkout
  return (
    <Button
      className={classNames(styles.gold, className)}
      pending={checkout.isPending}
      disabled={missing !== null}
      title={missing ? texts.missing[missing] : undefined}
      data-pay
      onClick={() => checkout.pay(from)}
    >
      {label}
    </Button>
  )
}
