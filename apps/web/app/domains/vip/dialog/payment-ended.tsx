import type { Order, OrderPayment } from '@yunmu/contract'
import { useState } from 'react'
import { closeDialog, openDialog } from '../../../lib/shell/dialogs.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { isUnpaidEnd, type EndState } from '../order-rules.ts'
import { OrderNumber } from '../order-number.tsx'
import { useOrderAgain } from '../use-buy-again.ts'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import { CodePaper } from './code-paper.tsx'
import styles from './step.module.css'

interface PaymentEndedProps {
  order: Order
  end: EndState
  /** The code by which it could be paid, if there was one. */
  code: OrderPayment | null
}

/** How an order ended that was being paid. One that was not paid can be ordered again. */
export function PaymentEnded({ order, end, code }: PaymentEndedProps) {
  const texts = useTexts(vipDomainTexts)
  const orderAgain = useOrderAgain()
  const [isPending, setPending] = useState(false)
  const isUnpaid = isUnpaidEnd(end)
  const again = (
    <Button
      className={code ? styles.again : undefined}
      variant="primary"
      pending={isPending}
      onClick={() => {
        setPending(true)
        void orderAgain(order).finally(() => setPending(false))
      }}
    >
      {code ? texts.renewCode : texts.orderAgain}
    </Button>
  )
  return (
    <>
      {isUnpaid && code && (
        <CodePaper payment={code} isEnded>
          {again}
        </CodePaper>
      )}
      <div className={styles.facts}>
        <p role="status" className={styles.end}>
          {end === 'expired' && code ? texts.codeEnded : texts.ended[end]}
        </p>
        {isUnpaid && end !== 'failed' && <p>{texts.creditedLate}</p>}
        <p>
          {texts.orderNo} <OrderNumber no={order.no} />
        </p>
      </div>
      <div className={styles.ways}>
        {isUnpaid ? (
          <>
            <Button onClick={() => void openDialog('vip')}>{texts.otherMethod}</Button>
            {!code && again}
          </>
        ) : (
          <Button onClick={closeDialog}>{texts.back}</Button>
        )}
      </div>
    </>
  )
}
