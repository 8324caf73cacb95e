import type { Order } from '@yunmu/contract'
import { useEffect } from 'react'
import { closeDialog, dialogs } from '../../../lib/shell/dialogs.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { Icon } from '../../../ui/icons/icons.tsx'
import { isGiven } from '../order-rules.ts'
import { useOwnMembership } from '../use-own-membership.ts'
import { useFreshUser } from '../use-order.ts'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import styles from './step.module.css'

const closesAfterMs = 6000

/** Thanks for a payment, and closes by itself. */
export function PaidStep({ order }: { order: Order }) {
  const texts = useTexts(vipDomainTexts)
  const view = useOwnMembership()
  useFreshUser(order.state === 'fulfilled')
  useEffect(() => {
    const { request } = dialogs.getState()
    const timer = setTimeout(() => {
      // Not another dialog that has been opened meanwhile.
      if (dialogs.getState().request === request) closeDialog()
    }, closesAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const isFulfilled = isGiven(order, view)
  return (
    <div className={styles.paid}>
      <span className={styles.sign}>
        <Icon name="check" />
      </span>
      <p role="status">
        {isFulfilled && view.is === 'active'
          ? view.until === null
            ? texts.paidActive
            : texts.paidUntil(view.until)
          : texts.paidLine}
      </p>
    </div>
  )
}
