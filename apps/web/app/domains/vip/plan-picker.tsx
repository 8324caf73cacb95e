import type { Currency, VipPlan } from '@yunmu/contract'
import { useId } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { choose } from './checkout.ts'
import { fullMoney, partsOf, planRate, shownPrice, type Money } from './money-rules.ts'
import styles from './plan-picker.module.css'
import { vipDomainTexts } from './vip-domain-texts.ts'

interface PlanPickerProps {
  plans: readonly VipPlan[]
  chosen: VipPlan | null
  /** In which the station takes money. */
  currencies: readonly Currency[]
}

/** The plans, three a line. */
export function PlanPicker({ plans, chosen, currencies }: PlanPickerProps) {
  const texts = useTexts(vipDomainTexts)
  const name = useId()
  return (
    <fieldset className={styles.plans}>
      <legend className="unseen">{texts.plans}</legend>
      {plans.map((plan) => (
        <label key={plan.id} className={styles.plan} data-plan={plan.id}>
          <input
            type="radio"
            name={name}
            className="unseen"
            checked={plan.id === chosen?.id}
            onChange={() => choose({ planId: plan.id })}
          />
          <span className={styles.name}>{plan.name}</span>
          <Price plan={plan} currencies={currencies} />
          {plan.mark !== '' && <span className={styles.mark}>{plan.mark}</span>}
          <span className={styles.check}>
            <Icon name="check" />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The price, in euro below one in yuan, and in yuan for a day or a month. */
function Price({ plan, currencies }: { plan: VipPlan; currencies: readonly Currency[] }) {
  const texts = useTexts(vipDomainTexts)
  const [price = null, other = null] = currencies.flatMap((currency) => shownPrice(plan, currency) ?? [])
  const rate = price?.currency === 'CNY' ? planRate(plan) : null
  return (
    <>
      {price && <Amount price={price} />}
      <span className={styles.line}>
        {other && <b>{fullMoney(other)}</b>}
        {rate && <span>{rate.per === 'day' ? texts.perDay(rate.text) : texts.perMonth(rate.text)}</span>}
      </span>
    </>
  )
}

function Amount({ price }: { price: Money }) {
  const { sign, number } = partsOf(price)
  return (
    <span className={styles.amount}>
      <small>{sign}</small>
      {number}
    </span>
  )
}

/** Plates in the size of plans while they load. */
export function PlanSkeletons() {
  return (
    <div className={styles.plans} aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((at) => (
        <div key={at} className={styles.plan} />
      ))}
    </div>
  )
}
