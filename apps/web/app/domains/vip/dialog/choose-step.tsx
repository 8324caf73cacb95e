import { serverNowSec } from '../../../lib/boot/boot.ts'
import { closeDialog, openDialog } from '../../../lib/shell/dialogs.ts'
import { useUser } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { vipUrl } from '../../../lib/urls.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { UserAvatar } from '../../../ui/user-avatar.tsx'
import { BenefitLine } from '../benefit-line.tsx'
import { DiscountCode } from '../discount-code.tsx'
import { dayAfter } from '../membership-view.ts'
import { MethodPicker } from '../method-picker.tsx'
import { shortMoney } from '../money-rules.ts'
import { groupOrderNo } from '../order-rules.ts'
import { PayButton } from '../pay-button.tsx'
import { PlanPicker, PlanSkeletons } from '../plan-picker.tsx'
import { paceOf } from '../sale-rules.ts'
import type { Checkout } from '../use-checkout.ts'
import { VipContacts } from '../vip-contacts.tsx'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import styles from './choose-step.module.css'

/** Plans and methods; the operator's contacts while there are no plans. */
export function ChooseStep({ checkout, isRenewal }: { checkout: Checkout; isRenewal: boolean }) {
  const texts = useTexts(vipDomainTexts)
  const user = useUser()
  const { products, methods, isDemo, isFailed, plan, method, ways } = checkout
  if (products?.list.length === 0)
    return (
      <div className={styles.closed}>
        <BenefitLine benefits={products.benefits} />
        <VipContacts />
      </div>
    )
  return (
    <div className={styles.step}>
      <span className={styles.portrait}>
        <UserAvatar user={user} size={48} />
      </span>
      <div className={styles.benefits}>{products && <BenefitLine benefits={products.benefits} />}</div>
      {isFailed ? (
        <p role="alert" className={styles.failed}>
          {texts.failed}
          <Button onClick={checkout.retry}>{texts.retry}</Button>
        </p>
      ) : (
        <>
          {products ? (
            <PlanPicker plans={products.list} chosen={plan} currencies={ways.currencies} />
          ) : (
            <PlanSkeletons />
          )}
          <div className={styles.methods}>{methods && <MethodPicker methods={methods} chosen={method} />}</div>
          {isDemo && <p className={styles.demo}>{texts.demo}</p>}
          <Foot checkout={checkout} isRenewal={isRenewal} />
        </>
      )}
    </div>
  )
}

function Foot({ checkout, isRenewal }: { checkout: Checkout; isRenewal: boolean }) {
  const texts = useTexts(vipDomainTexts)
  const { plan, price, missing, products, method, ways, replaces } = checkout
  const user = useUser()
  const until = plan && dayAfter(user, plan.days, serverNowSec())
  return (
    <div className={styles.foot}>
      <div className={styles.note}>
        <p role="status">
          {missing
            ? texts.missing[missing]
            : [texts.effect[paceOf(method, ways)], products?.taxNote].filter(Boolean).join('　')}
        </p>
        {plan && (
          <p>{[texts.planDays(plan.name, plan.days), until && texts.untilAfter(until)].filter(Boolean).join('，')}</p>
        )}
        {replaces !== null && <p>{texts.replaces(groupOrderNo(replaces))}</p>}
        <div className={styles.links}>
          <button type="button" onClick={() => void openDialog('vip', { at: 'tips', back: 'choice' })}>
            {texts.tipsLink}
          </button>
          <Link to={vipUrl} onClick={closeDialog}>
            {texts.aboutVip}
          </Link>
          <DiscountCode checkout={checkout} />
        </div>
      </div>
      <p className={styles.total} aria-live="polite">
        {price && (
          <>
            {texts.total} <b>{shortMoney(price)}</b>
          </>
        )}
      </p>
      <PayButton
        checkout={checkout}
        from="dialog"
        label={isRenewal ? texts.renewNow : texts.payNow}
        className={styles.pay}
      />
    </div>
  )
}
