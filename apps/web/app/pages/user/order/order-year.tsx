import type { Order } from '@yunmu/contract'
import { useTexts } from '../../../lib/text/texts.ts'
import { OrderRow } from './order-row.tsx'
import styles from './order-year.module.css'
import { orderTexts } from './order-texts.ts'

interface OrderYearProps {
  year: string
  orders: readonly Order[]
  /** Orders of the year, also those that are shown elsewhere. */
  count: number
  /** Number of the order that is opened at first. */
  opened: string | null
  nowSec: number
  onChange: (order: Order) => void
}

/** The orders of a year. */
export function OrderYear({ year, orders, count, opened, nowSec, onChange }: OrderYearProps) {
  const texts = useTexts(orderTexts)
  return (
    <section className={styles.year} aria-label={year}>
      <h2 className={styles.head}>
        {year}
        <span>{texts.count(count)}</span>
      </h2>
      <ul className={styles.rows}>
        {orders.map((order) => (
          <OrderRow
            key={order.no}
            order={order}
            isOpenedFirst={order.no === opened}
            nowSec={nowSec}
            onChange={onChange}
          />
        ))}
      </ul>
    </section>
  )
}
