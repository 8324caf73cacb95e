import type { Order } from '@yunmu/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { openDialog } from '../../../lib/shell/dialogs.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { choice, isPaidHere, openPaymentPage, placeOrder } from '../checkout.ts'
import { minutesToAnnounce, timeLeft } from '../clock-rules.ts'
import { isOpen, isPaid } from '../order-rules.ts'
import { OrderNumber } from '../order-number.tsx'
import { PaymentCode } from '../payment-code.tsx'
import { saveCode } from '../save-code.ts'
import { useOrderNews, useOrderWatch } from '../use-order.ts'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import { ProofUpload } from './proof-upload.tsx'
import styles from './step.module.css'

/** Pays an order: by a code or picture shown here, or on the gateway's page in another tab. */
export function PayStep({ initial }: { initial: Order }) {
  const texts = useTexts(vipDomainTexts)
  const nowSec = useNow(1)
  const [order, setOrder] = useState(initial)
  const { ask, refresh } = useOrderWatch(order, setOrder)
  useOrderNews((no) => {
    if (no === order.no) refresh()
  })
  const [state, setState] = useState<'' | 'asking' | 'notYet'>('')
  const hasArrived = isPaid(order)
  const thank = useEffectEvent(() => void openDialog('vip', { at: 'paid', order }))
  useEffect(() => {
    if (hasArrived) thank()
  }, [hasArrived])
  const isEnded = nowSec !== null && !hasArrived && !isOpen(order, nowSec)
  const askNow = async (): Promise<void> => {
    setState('asking')
    const answer = await ask()
    setState(answer === false ? 'notYet' : '')
  }
  const { payment } = order
  return (
    <>
      {isPaidHere(order) && payment && <CodePaper payment={payment} isEnded={isEnded} />}
      {!isPaidHere(order) && !isEnded && <p className={styles.state}>{texts.pageOpened}</p>}
      <Facts order={order} leftSec={nowSec === null ? null : order.expires - nowSec} />
      <p role="status" className={styles.state}>
        {state === 'notYet' && (order.proofSent ? texts.proofWaits : texts.notYet)}
      </p>
      {payment && payment.img !== '' && !isEnded && <ProofUpload order={order} onSent={setOrder} />}
      <div className={styles.ways}>
        <Button onClick={() => void openDialog('vip')}>{texts.otherMethod}</Button>
        <Button variant="primary" pending={state === 'asking'} onClick={() => void askNow()}>
          {state === 'asking' ? texts.asking : texts.paidAlready}
        </Button>
      </div>
      <div className={styles.extra}>
        {payment && payment.url !== '' && !isEnded && (
          <button type="button" onClick={() => openPaymentPage(payment.url)}>
            {texts.openPage}
          </button>
        )}
        {payment && payment.qr !== '' && !isEnded && (
          <button type="button" className={styles.phone} onClick={() => void saveCode(payment.qr, order.no)}>
            {texts.saveCode}
          </button>
        )}
        {payment && payment.img !== '' && !isEnded && (
          <a className={styles.phone} href={payment.img} download>
            {texts.saveCode}
          </a>
        )}
        <button type="button" onClick={() => void openDialog('vip', { at: 'tips', back: { at: 'pay', order } })}>
          {texts.tipsLink}
        </button>
      </div>
    </>
  )
}

/** The code or picture on paper; after its time, a button that orders again. */
function CodePaper({ payment, isEnded }: { payment: NonNullable<Order['payment']>; isEnded: boolean }) {
  const texts = useTexts(vipDomainTexts)
  const script = useScript()
  const [isPending, setPending] = useState(false)
  const orderAgain = async (): Promise<void> => {
    const chosen = choice.getState()
    if (chosen.planId === null || chosen.methodId === null) return openDialog('vip')
    setPending(true)
    await placeOrder(chosen, script, { from: 'dialog' })
    setPending(false)
  }
  return (
    <div className={styles.paper} data-ended={isEnded || undefined}>
      <PaymentCode payment={payment} label={texts.payCode} />
      {isEnded && (
        <Button className={styles.again} variant="primary" pending={isPending} onClick={() => void orderAgain()}>
          {texts.renewCode}
        </Button>
      )}
    </div>
  )
}

/** Days, if there are any, and a clock. */
function TimeLeft({ leftSec }: { leftSec: number }) {
  const texts = useTexts(vipDomainTexts)
  const { days, clock } = timeLeft(leftSec)
  return days > 0 ? `${texts.days(days)} ${clock}` : clock
}

/** Time left and order number. */
function Facts({ order, leftSec }: { order: Order; leftSec: number | null }) {
  const texts = useTexts(vipDomainTexts)
  const isCode = isPaidHere(order)
  const minutes = leftSec === null ? 0 : minutesToAnnounce(leftSec)
  return (
    <div className={styles.facts}>
      <p>
        {leftSec !== null && leftSec <= 0 ? (
          isCode ? (
            texts.codeEnded
          ) : (
            texts.orderEnded
          )
        ) : (
          <>
            {isCode ? texts.validFor : texts.payWithin}
            <b>{leftSec !== null && <TimeLeft leftSec={leftSec} />}</b>
          </>
        )}
      </p>
      <p role="status" className="unseen">
        {minutes > 0 && texts.minutesLeft(minutes)}
      </p>
      <p>
        {texts.orderNo} <OrderNumber no={order.no} />
      </p>
    </div>
  )
}
