import type { Order } from '@yunmu/contract'
import { chinaDay, clockOf } from '@yunmu/contract/china-time'
import { useState } from 'react'
import { fullMoney } from '../../../domains/vip/money-rules.ts'
import { groupOrderNo, receiptSums } from '../../../domains/vip/order-rules.ts'
import { useCall } from '../../../lib/calls/call-query.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { useSite } from '../../../lib/site/site.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Logo } from '../../../ui/icons/icons.tsx'
import styles from './order-receipt.module.css'
import { orderTexts } from './order-texts.ts'
import { RefundForm } from './refund-form.tsx'

/** Characters that fit on the paper. */
const maxPayerLength = 80
const maxTaxNoLength = 30
/** What was typed last is on the next receipts of this browser, too. */
const payerKey = 'receipt-payer'
const taxNoKey = 'receipt-tax-no'

/** The receipt on paper, and beside it what can be done with it. Printing shows the paper alone. */
export function OrderReceipt({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  const texts = useTexts(orderTexts)
  const isDemo = useCall('vipPayments', {}).data?.demo === true
  const [payer, setPayer] = useState(() => readStored(payerKey) ?? '')
  const [taxNo, setTaxNo] = useState(() => readStored(taxNoKey) ?? '')
  return (
    <div className={styles.opened}>
      {/* While a receipt is open, printing prints it. Before the page's own rules, which print everything. */}
      <style>
        {
          '@media print{html,body{height:100%;overflow:hidden;background:#fff}body *{visibility:hidden}[data-receipt],[data-receipt] *{visibility:visible}}'
        }
      </style>
      <Paper order={order} payer={payer.trim()} taxNo={taxNo.trim()} isDemo={isDemo} />
      <div className={styles.beside}>
        <p className={styles.question}>{texts.payerQuestion}</p>
        <p className={styles.note}>{texts.payerNote}</p>
        <Field
          label={texts.payer}
          value={payer}
          placeholder={texts.payerHint}
          maxLength={maxPayerLength}
          onChange={({ target }) => {
            setPayer(target.value)
            writeStored(payerKey, target.value)
          }}
        />
        <Field
          label={texts.taxNo}
          value={taxNo}
          maxLength={maxTaxNoLength}
          onChange={({ target }) => {
            setTaxNo(target.value)
            writeStored(taxNoKey, target.value)
          }}
        />
        <Button className={styles.print} icon="print" onClick={() => window.print()}>
          {texts.print}
        </Button>
        {order.declinedAt > 0 && (
          <p className={styles.note}>{texts.declinedAt(chinaDay(order.declinedAt), order.declineReason)}</p>
        )}
        {order.refundable && <RefundForm order={order} onChange={onChange} />}
      </div>
    </div>
  )
}

interface PaperProps {
  order: Order
  payer: string
  taxNo: string
  /** Payments are invented. */
  isDemo: boolean
}

function Paper({ order, payer, taxNo, isDemo }: PaperProps) {
  const texts = useTexts(orderTexts)
  const site = useSite()?.name ?? ''
  const rows: [name: string, value: string][] = [
    [texts.receiptNo, order.receiptNo],
    [texts.orderNo, groupOrderNo(order.no)],
    ...(payer === '' ? [] : [[texts.payer, payer] satisfies [string, string]]),
    ...(taxNo === '' ? [] : [[texts.taxNo, taxNo] satisfies [string, string]]),
    [texts.seller, site],
    [texts.item, texts.itemValue(site, order.name, order.days)],
    [texts.payment, `${chinaDay(order.paidAt)} ${clockOf(order.paidAt)}　${order.typeName}`],
  ]
  return (
    <section className={styles.paper} aria-label={texts.receipt} data-receipt>
      <div className={styles.head}>
        <Logo />
        <b>{site}</b>
        <span>{isDemo ? texts.demoReceipt : texts.receipt}</span>
      </div>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Sums order={order} />
    </section>
  )
}

/** What was paid, less what went back. */
function Sums({ order }: { order: Order }) {
  const texts = useTexts(orderTexts)
  const { refunded, chargedBack, rest } = receiptSums(order)
  const money = (minor: number): string => fullMoney({ minor, currency: order.currency })
  return (
    <>
      {rest < order.amount && (
        <dl className={styles.sums}>
          <Sum name={texts.amount} value={money(order.amount)} />
          {refunded > 0 && <Sum name={texts.refunded} value={`−${money(refunded)}`} />}
          {chargedBack > 0 && <Sum name={texts.chargedBack} value={`−${money(chargedBack)}`} />}
        </dl>
      )}
      <p className={styles.paid}>
        {texts.paid}
        <span>
          {order.taxNote !== '' && <small>{order.taxNote}</small>}
          <b>{money(rest)}</b>
        </span>
      </p>
    </>
  )
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
