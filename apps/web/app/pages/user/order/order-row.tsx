import type { Order } from '@yunmu/contract'
import { chinaDay, inChina } from '@yunmu/contract/china-time'
import { useEffect, useId, useRef, useState } from 'react'
import { goToPayment } from '../../../domains/vip/checkout.ts'
import { fullMoney } from '../../../domains/vip/money-rules.ts'
import { groupOrderNo, hasReceipt, shownStateOf, toneOf } from '../../../domains/vip/order-rules.ts'
import { useBuyAgain } from '../../../domains/vip/use-buy-again.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { OrderReceipt } from './order-receipt.tsx'
import styles from './order-row.module.css'
import { orderTexts } from './order-texts.ts'

interface OrderRowProps {
  order: Order
  isOpenedFirst: boolean
  nowSec: number
  onChange: (order: Order) => void
}

/** An order on one line. What was paid opens its receipt below. */
export function OrderRow({ order, isOpenedFirst, nowSec, onChange }: OrderRowProps) {
  const texts = useTexts(orderTexts)
  const script = useScript()
  const [isOpen, setOpen] = useState(isOpenedFirst && hasReceipt(order))
  const row = useRef<HTMLLIElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpenedFirst) row.current?.scrollIntoView({ block: 'center' })
  }, [isOpenedFirst])
  const shown = shownStateOf(order, nowSec)
  const weekday = new Intl.DateTimeFormat(script === 's' ? 'zh-CN' : 'zh-TW', { weekday: 'short', timeZone: 'UTC' })
  return (
    <li ref={row} data-order={order.no} data-state={shown}>
      <div className={styles.row} data-muted={toneOf(shown) === 'muted' || undefined}>
        <p className={styles.date}>
          {chinaDay(order.createdAt).slice(5)}
          <small>{weekday.format(inChina(order.createdAt))}</small>
        </p>
        <p className={styles.plan}>
          {order.name}
          <small>{groupOrderNo(order.no)}</small>
        </p>
        <p className={styles.method}>{order.typeName}</p>
        <p className={styles.amount}>
          {fullMoney({ minor: order.amount, currency: order.currency })}
          {order.discount > 0 && (
            <small>{texts.discount(fullMoney({ minor: order.discount, currency: order.currency }))}</small>
          )}
        </p>
        <p className={styles.state} data-tone={toneOf(shown)}>
          {texts.state[shown]}
          <small>{useStateLine(order, nowSec)}</small>
        </p>
        <RowAction order={order} shown={shown} isOpen={isOpen} controls={id} toggle={() => setOpen(!isOpen)} />
      </div>
      <div id={id}>{isOpen && <OrderReceipt order={order} onChange={onChange} />}</div>
    </li>
  )
}

/** The second line of the state. */
function useStateLine(order: Order, nowSec: number): string {
  const texts = useTexts(orderTexts)
  const { amount, currency, refundAmount, refundPlanned, refundWaits, refundedAt } = order
  const money = (minor: number): string => fullMoney({ minor, currency })
  const refundingLine = (): string => {
    if (refundPlanned === 0) return texts.operatorDecides
    return refundWaits ? texts.refundWaits(money(refundPlanned)) : texts.refundRuns(money(refundPlanned))
  }
  const lines = {
    open: '',
    checking: texts.checking,
    // Money that came late gives its time at once, unless it is held.
    opening: order.state === 'late_paid' ? texts.operatorDecides : texts.opening,
    paid: order.declinedAt > 0 ? texts.declined : texts.gave(order.days),
    expired: texts.notPaid,
    closed: texts.cancelled,
    failed: texts.cancelled,
    refunding: refundingLine(),
    refunded: texts.refundedAt(chinaDay(refundedAt).slice(5), refundAmount < amount ? money(refundAmount) : null),
    chargedBack: texts.byBank,
  }
  const shown = shownStateOf(order, nowSec)
  return shown === 'paid' && refundAmount > 0 ? texts.refundedPart(money(refundAmount)) : lines[shown]
}

interface RowActionProps {
  order: Order
  shown: ReturnType<typeof shownStateOf>
  isOpen: boolean
  /** Id of what it opens. */
  controls: string
  toggle: () => void
}

function RowAction({ order, shown, isOpen, controls, toggle }: RowActionProps) {
  const texts = useTexts(orderTexts)
  const buyAgain = useBuyAgain()
  if (hasReceipt(order))
    return (
      <button
        type="button"
        className={styles.action}
        aria-expanded={isOpen}
        aria-controls={controls}
        aria-label={isOpen ? undefined : texts.receiptOf(order.name, order.no)}
        onClick={toggle}
      >
        {isOpen ? texts.fold : texts.receipt}
      </button>
    )
  if (shown === 'open' || shown === 'checking')
    return (
      <button type="button" className={styles.action} data-strong onClick={() => goToPayment(order)}>
        {shown === 'open' ? texts.pay : texts.look}
      </button>
    )
  if (toneOf(shown) !== 'muted') return <span className={styles.action} />
  return (
    <button
      type="button"
      className={styles.action}
      data-strong
      aria-label={texts.againOf(order.name)}
      onClick={() => buyAgain(order)}
    >
      {texts.again}
    </button>
  )
}
