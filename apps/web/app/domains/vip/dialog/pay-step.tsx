import type { Order } from '@yunmu/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { serverNowSec } from '../../../lib/boot/boot.ts'
import { closeDialog, openDialog } from '../../../lib/shell/dialogs.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { isPaidHere, openPaymentPage } from '../checkout.ts'
import { fullMoney } from '../money-rules.ts'
import { minutesToAnnounce, timeLeft } from '../clock-rules.ts'
import { isPaid, shownStateOf } from '../order-rules.ts'
import { OrderNumber } from '../order-number.tsx'
import { saveCode } from '../save-code.ts'
import { useBuyAgain } from '../use-buy-again.ts'
import { useOrderNews, useOrderWatch } from '../use-order.ts'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import { CodePaper } from './code-paper.tsx'
import { PaymentEnded } from './payment-ended.tsx'
import { ProofUpload } from './proof-upload.tsx'
import styles from './step.module.css'

/** Pays an order, by a code or picture shown here or on the gateway's page in another tab, until it is paid or has ended. */
export function PayStep({ initial }: { initial: Order }) {
  const nowSec = useNow(1) ?? serverNowSec()
  const [order, setOrder] = useState(initial)
  const { ask, refresh } = useOrderWatch(order, setOrder)
  useOrderNews((no) => {
    if (no === order.no) refresh()
  })
  const hasArrived = isPaid(order)
  const thank = useEffectEvent(() => void openDialog('vip', { at: 'paid', order }))
  useEffect(() => {
    if (hasArrived) thank()
  }, [hasArrived])
  const shown = shownStateOf(order, nowSec)
  switch (shown) {
    case 'open':
      return <OpenPayment order={order} wasStarted={initial.payment !== null} ask={ask} onChange={setOrder} />
    case 'checking':
      return <ProofWaits order={order} onChange={setOrder} />
    case 'opening':
    case 'paid':
      return null
    default:
      return <PaymentEnded order={order} end={shown} code={isPaidHere(initial) ? initial.payment : null} />
  }
}

interface OpenPaymentProps {
  order: Order
  /** Whether the payment had been started when the dialog opened: then the gateway's page was opened with it. */
  wasStarted: boolean
  ask: () => Promise<boolean | null>
  onChange: (order: Order) => void
}

function OpenPayment({ order, wasStarted, ask, onChange }: OpenPaymentProps) {
  const texts = useTexts(vipDomainTexts)
  const [state, setState] = useState<'' | 'asking' | 'notYet'>('')
  const { payment } = order
  const buyAgain = useBuyAgain()
  // Only the operator knows whether it has arrived.
  const isTransfer = payment !== null && payment.img !== ''
  const askNow = async (): Promise<void> => {
    setState('asking')
    const answer = await ask()
    setState(answer === false ? 'notYet' : '')
  }
  return (
    <>
      {payment && isPaidHere(order) && (
        <>
          <p className={styles.sum}>
            {texts.toPay} <b>{fullMoney({ minor: order.amount, currency: order.currency })}</b>
          </p>
          <CodePaper payment={payment} />
          <p className={styles.how}>{isTransfer ? texts.transferRemark : texts.scanWithWechat}</p>
        </>
      )}
      {!isPaidHere(order) && (
        <p role="status" className={styles.state}>
          {payment === null ? texts.starting : wasStarted ? texts.pageOpened : texts.pageReady}
        </p>
      )}
      <Facts order={order} />
      <p role="status" className={styles.state}>
        {state === 'notYet' && (isTransfer ? texts.notConfirmed : texts.notYet)}
      </p>
      {isTransfer && <ProofUpload order={order} onSent={onChange} />}
      <div className={styles.ways}>
        <Button onClick={() => buyAgain(order)}>{texts.otherMethod}</Button>
        {payment && (
          <Button variant="primary" pending={state === 'asking'} onClick={() => void askNow()}>
            {state === 'asking' ? texts.asking : texts.paidAlready}
          </Button>
        )}
      </div>
      <Extra order={order} />
    </>
  )
}

/** Who has sent a picture of the transfer waits for the operator, and is not asked to pay again. */
function ProofWaits({ order, onChange }: Pick<OpenPaymentProps, 'order' | 'onChange'>) {
  const texts = useTexts(vipDomainTexts)
  return (
    <>
      <ProofUpload order={order} onSent={onChange} />
      <div className={styles.facts}>
        <p>
          {texts.orderNo} <OrderNumber no={order.no} />
        </p>
      </div>
      <div className={styles.ways}>
        <Button onClick={closeDialog}>{texts.back}</Button>
      </div>
      <Extra order={order} />
    </>
  )
}

/** What else can be done: the page again, the code as a picture, the tips. */
function Extra({ order }: { order: Order }) {
  const texts = useTexts(vipDomainTexts)
  const { payment } = order
  return (
    <div className={styles.extra}>
      {payment && payment.url !== '' && (
        <button type="button" onClick={() => openPaymentPage(payment.url)}>
          {texts.openPage}
        </button>
      )}
      {payment && payment.qr !== '' && (
        <button type="button" className={styles.phone} onClick={() => void saveCode(payment.qr, order.no)}>
          {texts.saveCode}
        </button>
      )}
      {payment && payment.img !== '' && !order.proofSent && (
        <a className={styles.phone} href={payment.img} download>
          {texts.saveCode}
        </a>
      )}
      <button type="button" onClick={() => void openDialog('vip', { at: 'tips', back: { at: 'pay', order } })}>
        {texts.tipsLink}
      </button>
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
function Facts({ order }: { order: Order }) {
  const texts = useTexts(vipDomainTexts)
  const leftSec = order.expires - (useNow(1) ?? serverNowSec())
  const minutes = minutesToAnnounce(leftSec)
  return (
    <div className={styles.facts}>
      <p>
        {isPaidHere(order) ? texts.validFor : texts.payWithin}
        <b>
          <TimeLeft leftSec={leftSec} />
        </b>
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
