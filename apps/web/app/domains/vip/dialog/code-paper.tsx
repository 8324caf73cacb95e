import type { OrderPayment } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { PaymentCode } from '../payment-code.tsx'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import styles from './step.module.css'

interface CodePaperProps {
  payment: OrderPayment
  isEnded?: boolean
  /** Shown on the paper of a code that has ended. */
  children?: ReactNode
}

/** The code or picture on paper. */
export function CodePaper({ payment, isEnded = false, children }: CodePaperProps) {
  const texts = useTexts(vipDomainTexts)
  return (
    <div className={styles.paper} data-ended={isEnded || undefined}>
      <PaymentCode payment={payment} label={texts.payCode} />
      {children}
    </div>
  )
}
