import type { Order } from '@yunmu/contract'
import { useState } from 'react'
import { perform, useCall } from '../../../lib/calls/call-query.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import styles from './refund-form.module.css'
import { orderTexts } from './order-texts.ts'

const maxReasonLength = 200
const daySec = 24 * 3600

/** The field takes the place of the button that was pressed. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus()

/** Asks for a refund, behind a question. */
export function RefundForm({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  const texts = useTexts(orderTexts)
  const script = useScript()
  const [isOpen, setOpen] = useState(false)
  const products = useCall('vipProducts', {}).data
  const nowSec = useNow(60)
  const leftSec = products && nowSec !== null ? order.paidAt + products.coolingOffDays * daySec - nowSec : null
  const [isPending, setPending] = useState(false)
  const [reason, setReason] = useState('')
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
        <button type="button" onClick={() => setOpen(true)}>
          {texts.refund}
        </button>
        {leftSec !== null && texts.refundLeft(Math.max(0, Math.floor(leftSec / daySec)))}
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
