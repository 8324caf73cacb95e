import type { Order } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { useState } from 'react'
import { daysToAsk } from '../../../domains/vip/clock-rules.ts'
import { fullMoney } from '../../../domains/vip/money-rules.ts'
import { callOnce, perform, useCall } from '../../../lib/calls/call-query.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import styles from './refund-form.module.css'
import { orderTexts } from './order-texts.ts'

const maxReasonLength = 200
const minuteSec = 60

/** The field takes the place of the button that was pressed. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus()

interface RefundFormProps {
  order: Order
  onChange: (order: Order) => void
}

/** Asks for a refund, behind a question: what is paid back, and when the membership ends then, is said first. */
export function RefundForm({ order, onChange }: RefundFormProps) {
  const texts = useTexts(orderTexts)
  const script = useScript()
  const [isOpen, setOpen] = useState(false)
  const products = useCall('vipProducts', {}).data
  const nowSec = useNow(60)
  const leftDays = products && nowSec !== null ? daysToAsk(order.paidAt, products.coolingOffDays, nowSec) : null
  const [isPending, setPending] = useState(false)
  const [reason, setReason] = useState('')
  const open = (): void => {
    setOpen(true)
    // A code or another order may have changed what it would pay back and take.
    callOnce('userOrder', { no: order.no }, script).then(
      (reply) => onChange(reply.order),
      () => undefined,
    )
  }
  const send = async (): Promise<void> => {
    setPending(true)
    const reply = await perform('userOrderRefund', { no: order.no, reason: reason.trim() }, script)
    setPending(false)
    if (!reply) return
    showToast({ text: texts.refundSent, kind: 'done' })
    onChange(reply.order)
  }
  if (!isOpen)
    return (
      <p className={styles.question}>
        {texts.refundNote}
        <button type="button" onClick={open}>
          {order.declinedAt > 0 ? texts.refundAgain : texts.refund}
        </button>
        {leftDays !== null && (leftDays > 1 ? texts.refundLeft(leftDays) : texts.refundLastDay)}
      </p>
    )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Gives order={order} nowSec={nowSec} />
      <Field
        label={texts.refundReason}
        value={reason}
        maxLength={maxReasonLength}
        readOnly={isPending}
        ref={takeFocus}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className={styles.ways}>
        <Button onClick={() => setOpen(false)}>{texts.refundCancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.refundSend}
        </Button>
      </div>
    </form>
  )
}

/** What asking now would pay back and take. */
function Gives({ order, nowSec }: { order: Order; nowSec: number | null }) {
  const texts = useTexts(orderTexts)
  const { refund, currency } = order
  if (refund === null || nowSec === null) return null
  if (refund.amount === 0) return <p className={styles.gives}>{texts.refundGivesNothing}</p>
  const isOver = refund.vipUntil <= nowSec + minuteSec
  return (
    <p className={styles.gives}>
      <b>{texts.refundGives(fullMoney({ minor: refund.amount, currency }))}</b>
      {isOver ? texts.refundEndsNow : texts.refundEnds(chinaDay(refund.vipUntil))}
    </p>
  )
}
