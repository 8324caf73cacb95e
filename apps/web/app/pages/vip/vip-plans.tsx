import type { ReactNode } from 'react'
import { DiscountCode } from '../../domains/vip/discount-code.tsx'
import { dayAfter } from '../../domains/vip/membership-view.ts'
import { MethodPicker } from '../../domains/vip/method-picker.tsx'
import { fullMoney, shortMoney } from '../../domains/vip/money-rules.ts'
import { groupOrderNo } from '../../domains/vip/order-rules.ts'
import { PayButton } from '../../domains/vip/pay-button.tsx'
import { PlanPicker, PlanSkeletons } from '../../domains/vip/plan-picker.tsx'
import { paceOf } from '../../domains/vip/sale-rules.ts'
import type { Checkout } from '../../domains/vip/use-checkout.ts'
import { useOwnMembership } from '../../domains/vip/use-own-membership.ts'
import { VipContacts } from '../../domains/vip/vip-contacts.tsx'
import { vipDomainTexts } from '../../domains/vip/vip-domain-texts.ts'
import { useSignedIn, useUser } from '../../lib/session/session.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import { UserAvatar } from '../../ui/user-avatar.tsx'
import styles from './vip-plans.module.css'
import { plansId } from './vip-sections.ts'
import { vipPageTexts } from './vip-texts.ts'

interface VipPlansProps {
  checkout: Checkout
  isRenewal: boolean
}

/** Plans, methods and what they come to; on phones a bar at the foot pays. The operator's contacts while nothing is sold. */
export function VipPlans({ checkout, isRenewal }: VipPlansProps) {
  const texts = useTexts(vipPageTexts)
  const { products, methods, plan, method, isFailed, isDemo, retry, ways } = checkout
  const demo = useTexts(vipDomainTexts).demo
  if (products?.list.length === 0)
    return (
      <section id={plansId} className={styles.section} aria-label={texts.askOperator}>
        <SectionHeader heading={texts.askOperator} />
        <VipContacts />
      </section>
    )
  return (
    <section id={plansId} className={styles.section} aria-labelledby={`${plansId}-head`}>
      <div className={styles.sale}>
        <div className={styles.choices}>
          <SectionHeader
            id={`${plansId}-head`}
            heading={texts.plans}
            aside={<span className={styles.aside}>{texts.noRenewal}</span>}
          />
          {isFailed ? (
            <StatusMessage text={texts.failed}>
              <button type="button" onClick={retry}>
                {texts.retry}
              </button>
            </StatusMessage>
          ) : (
            <>
              {products ? (
                <PlanPicker plans={products.list} chosen={plan} currencies={ways.currencies} />
              ) : (
                <PlanSkeletons />
              )}
              <div className={styles.methods}>{methods && <MethodPicker methods={methods} chosen={method} />}</div>
              {isDemo && <p className={styles.demo}>{demo}</p>}
            </>
          )}
        </div>
        {!isFailed && <Summary checkout={checkout} isRenewal={isRenewal} />}
      </div>
    </section>
  )
}

/** What was chosen, line by line, and the button that pays. */
function Summary({ checkout, isRenewal }: VipPlansProps) {
  const texts = useTexts(vipPageTexts)
  const domainTexts = useTexts(vipDomainTexts)
  const user = useUser()
  const nowSec = useNow(60)
  const { plan, method, discount, price, missing, products, ways, replaces } = checkout
  const until = plan && nowSec !== null ? dayAfter(user, plan.days, nowSec) : null
  const hasEuro = method === null && ways.currencies.includes('EUR')
  const label = isRenewal ? texts.renewNow : texts.openNow
  return (
    <aside className={styles.summary} aria-label={texts.summary}>
      <Buyer />
      <dl className={styles.rows}>
        <Row name={texts.plan}>{plan ? texts.planValue(plan.name, plan.days) : texts.notChosen}</Row>
        <Row name={texts.method}>{method?.name ?? texts.notChosen}</Row>
        {until !== null && (
          <Row name={isRenewal ? texts.untilAfterRenewal : texts.untilAfter}>
            <span className={styles.gold}>{until}</span>
          </Row>
        )}
      </dl>
      <DiscountCode checkout={checkout} />
      <div className={styles.pay}>
        <p className={styles.total} aria-live="polite">
          <span className={styles.totalName}>{plan ? plan.name : texts.total}</span>
          {!plan && <span className={styles.notChosen}>{texts.notChosen}</span>}
          {price && (
            <b>
              {shortMoney(price)}
              {price.currency === 'CNY' && hasEuro && plan && plan.currencyAmount > 0 && !discount && (
                <small>{fullMoney({ minor: plan.currencyAmount, currency: 'EUR' })}</small>
              )}
            </b>
          )}
        </p>
        <PayButton checkout={checkout} from="page" label={label} className={styles.button} />
      </div>
      {replaces !== null && <p className={styles.note}>{domainTexts.replaces(groupOrderNo(replaces))}</p>}
      <p className={styles.note} role="status">
        {missing
          ? domainTexts.missing[missing]
          : [domainTexts.effect[paceOf(method, ways)], products?.taxNote].filter(Boolean).join('　')}{' '}
        <button type="button" onClick={() => void openDialog('vip', { at: 'tips', back: null })}>
          {texts.tips}
        </button>
      </p>
    </aside>
  )
}

function Buyer() {
  const texts = useTexts(vipDomainTexts)
  const isIn = useSignedIn()
  const user = useUser()
  const membership = useOwnMembership()
  if (!isIn) return null
  const { is } = membership
  return (
    <div className={styles.buyer}>
      <UserAvatar user={user} size={52} />
      <div>
        <p className={styles.name}>{user && (user.userNickName || user.userName)}</p>
        <p className={is === 'active' ? styles.gold : styles.muted}>
          {is === 'active' && membership.until !== null ? texts.vipUntil(membership.until) : user && texts.noStatus}
        </p>
      </div>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
