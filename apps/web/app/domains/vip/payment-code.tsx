import type { OrderPayment } from '@yunmu/contract'
import { Logo } from '../../ui/icons/icons.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './payment-code.module.css'

/** What is scanned to pay: a code with the site's mark in its centre, or the operator's picture. */
export function PaymentCode({ payment, label, size = 220 }: { payment: OrderPayment; label: string; size?: number }) {
  if (payment.qr === '') return payment.img === '' ? null : <img src={payment.img} alt={label} data-pay-picture />
  return (
    <span className={styles.code} style={{ '--qr': `${size}px` }}>
      <QrCode text={payment.qr} label={label} isLabelHidden hasMark />
      <span className={styles.mark}>
        <Logo />
      </span>
    </span>
  )
}
