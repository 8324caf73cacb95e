import type { Order } from '@yunmu/contract'
import { useState } from 'react'
import { goToPayment } from '../../../domains/vip/checkout.ts'
import { minutesToAnnounce, restOf, timeLeft } from '../../../domains/vip/clock-rules.ts'
import { dayAfter } from '../../../domains/vip/membership-view.ts'
import { fullMoney } from '../../../domains/vip/money-rules.ts'
import { OrderNumber } from '../../../domains/vip/order-number.tsx'
import { PaymentCode } from '../../../domains/vip/payment-code.tsx'
import { useBuyAgain } from '../../../domains/vip/use-buy-again.ts'
import { useOrderWatch } from '../../../domains/vip/use-order.ts'
import { useOwnMembership } from '../../../domains/vip/use-own-membership.ts'
import { perform } from '../../../lib/calls/call-query.ts'
import { useUser } from '../../../lib/session/session.ts'
import { askToConfirm } from '../../../lib/shell/dialogs.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons/icons.tsx'
import styles from './order-plate.module.css'
import { orderTexts } from './order-texts.ts'

interface OrderPlateProps {
  order: Order
  nowSec: number
  onChange: (order: Order) => void
}

/** The newest order that can be paid, with the time that is left for it, or that waits for the operator. */
export function OrderPlate({ order, nowSec, onChange }: OrderPlateProps) {
  const texts = useTexts(orderTexts)
  const { ask } = useOrderWatch(order, onChange)
  const { payment, proofSent } = order
  return (
    <section
      className={styles.plate}
      aria-label={proofSent ? texts.checkingOrder : texts.open}
      data-open-order={order.no}
    >
      {proofSent ? <Checking /> : <Clock order={order} nowSec={nowSec} />}
      <Words order={order} nowSec={nowSec} onChange={onChange} ask={ask} />
      {!proofSent && payment && (payment.qr !== '' || payment.img !== '') && (
        <div className={styles.code}>
          <span className={styles.paper}>
            <PaymentCode payment={payment} label={texts.payCode} size={116} />
          </span>
          <p>{payment.img === '' ? texts.scan : texts.scanTransfer}</p>
        </div>
      )}
    </section>
  )
}

/** In place of the clock: the operator has a picture of the payment, and no time is running. */
function Checking() {
  const texts = useTexts(orderTexts)
  return (
    <div className={styles.clock} data-checking>
      <p className={styles.waiting}>
        <Icon name="clock" size={18} />
        {texts.state.checking}
      </p>
      <p className={styles.closes}>{texts.checkingNote}</p>
    </div>
  )
}

/** Length of a clock without hours. */
const shortLength = 5

function Clock({ order, nowSec }: { order: Order; nowSec: number }) {
  const texts = useTexts(orderTexts)
  const leftSec = order.expires - nowSec
  const minutes = minutesToAnnounce(leftSec)
  const { days, clock } = timeLeft(leftSec)
  return (
    <div className={styles.clock}>
      <p className={styles.waiting}>
        <Icon name="clock" size={18} />
        {texts.waiting}
      </p>
      <p
        className={styles.time}
        role="timer"
        aria-label={texts.left}
        data-long={clock.length > shortLength || undefined}
      >
        {days > 0 && <span>{texts.days(days)}</span>}
        {clock}
      </p>
      <span className={styles.line} aria-hidden="true">
        <span style={{ '--rest': restOf(order, nowSec) }} />
      </span>
      <p className={styles.closes}>{texts.closesByItself}</p>
      <p role="status" className="unseen">
        {minutes > 0 && texts.minutesLeft(minutes)}
      </p>
    </div>
  )
}

function Words({ order, nowSec, onChange, ask }: OrderPlateProps & Pick<ReturnType<typeof useOrderWatch>, 'ask'>) {
  const texts = useTexts(orderTexts)
  const script = useScript()
  const user = useUser()
  const membership = useOwnMembership()
  const buyAgain = useBuyAgain()
  const [isPending, setPending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  // About a transfer only the operator knows.
  const canBeAsked = order.payment !== null && order.payment.img === ''
  const until = dayAfter(user, order.days, nowSec)
  const cancel = async (): Promise<void> => {
    const question = {
      title: texts.cancelTitle,
      text: order.proofSent ? texts.cancelCheckedText : texts.cancelText,
      confirmLabel: texts.cancel,
      declineLabel: texts.keep,
    }
    if (!(await askToConfirm(question))) return
    setPending(true)
    const reply = await perform('userOrderClose', { no: order.no }, script)
    setPending(false)
    if (!reply) return
    onChange(reply.order)
    showToast({ text: texts.cancelledNow, kind: 'done' })
  }
  const askNow = async (): Promise<void> => {
    setAsking(true)
    const hasArrived = await ask()
    setAsking(false)
    if (hasArrived === false) showToast({ text: texts.notYet, kind: 'warning' })
  }
  return (
    <div className={styles.words}>
      <p className={styles.name}>
        {order.name}
        {until !== null && (
          <span className={styles.until}>
            {membership.is === 'active' ? texts.untilRenewal(until) : texts.until(until)}
          </span>
        )}
      </p>
      <p className={styles.amount}>
        {fullMoney({ minor: order.amount, currency: order.currency })}
        {order.discount > 0 && (
          <small>{texts.discount(fullMoney({ minor: order.discount, currency: order.currency }))}</small>
        )}
      </p>
      <p className={styles.facts}>
        <span>
          {texts.orderNo} <OrderNumber no={order.no} />
        </span>
        <span>{order.typeName}</span>
      </p>
      <p className={styles.ways}>
        {order.proofSent ? (
          <Button onClick={() => goToPayment(order)}>{texts.replaceProof}</Button>
        ) : (
          <>
            <Button variant="primary" onClick={() => goToPayment(order)}>
              {texts.goOn}
            </Button>
            {canBeAsked && (
              <Button pending={isAsking} onClick={() => void askNow()}>
                {texts.paidAlready}
              </Button>
            )}
            <button type="button" className={styles.quiet} onClick={() => buyAgain(order)}>
              {texts.otherMethod}
            </button>
          </>
        )}
        <button type="button" className={styles.quiet} disabled={isPending} onClick={() => void cancel()}>
          {texts.cancel}
        </button>
      </p>
    </div>
  )
}
