import { orderFilters, type OrderFilter } from '../../../domains/vip/order-rules.ts'
import { openDialog } from '../../../lib/shell/dialogs.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import area from '../user-area.module.css'
import styles from './order-head.module.css'
import { orderTexts } from './order-texts.ts'

interface OrderHeadProps {
  filter: OrderFilter
  setFilter: (filter: OrderFilter) => void
  /** Number of orders that can be paid. */
  openCount: number
}

export function OrderHead({ filter, setFilter, openCount }: OrderHeadProps) {
  const texts = useTexts(orderTexts)
  return (
    <div className={area.head}>
      <h1 className={area.title}>{texts.title}</h1>
      <div role="group" aria-label={texts.filters} className={styles.filters}>
        {orderFilters.map((name) => (
          <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
            {texts.filter[name]}
            {name === 'open' && openCount > 0 && <b>{openCount}</b>}
          </button>
        ))}
      </div>
      <button type="button" className={styles.help} onClick={() => void openDialog('vip', { at: 'tips', back: null })}>
        {texts.help}
      </button>
    </div>
  )
}
