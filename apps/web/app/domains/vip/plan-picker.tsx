import type { VipPlan } from '@yunmu/contract'
import { useId } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { choose } from './checkout.ts'
import { fullMoney, planRate, shortNumber } from './money-rules.ts'
import styles from './plan-picker.module.css'
import { vipDomainTexts } from './vip-domain-texts.ts'

interface PlanPickerProps {
  plans: readonly VipPlan[]
  chosen: VipPlan | null
}

/** The plans, three a line. */
export function PlanPicker({ plans, chosen }: PlanPickerProps) {
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
          <span className={styles.yuan}>
            <small>¥</small>
            {shortNumber(plan.amount)}
          </span>
          <Euro plan={plan} />
          {plan.mark !== '' && <span className={styles.mark}>{plan.mark}</span>}
          <span className={styles.check}>
            <Icon name="check" />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The price in euro, and in yuan for a day or a month. */
function Euro({ plan }: { plan: VipPlan }) {
  const texts = useTexts(vipDomainTexts)
  const rate = planRate(plan)
  return (
    <span className={styles.line}>
      {plan.currencyAmount > 0 && <b>{fullMoney({ minor: plan.currencyAmount, currency: 'EUR' })}</b>}
      {rate && <span>{rate.per === 'day' ? texts.perDay(rate.text) : texts.perMonth(rate.text)}</span>}
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
