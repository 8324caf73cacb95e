import { useTexts } from '../../../lib/text/texts.ts'
import { legalUrl } from '../../../lib/urls.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import type { ConfirmStepProps } from './confirm-step.tsx'
import styles from './step.module.css'

/** Before the first order, and the first under a new version: the terms, and that the buyer may buy. */
export function AgreeStep({ checkout, from, decline }: ConfirmStepProps) {
  const texts = useTexts(vipDomainTexts)
  const { products, isPending, order } = checkout
  return (
    <>
      <p className={styles.agreement}>
        {texts.ofAge}
        <Link to={legalUrl('vip')} target="_blank">
          {texts.terms}
        </Link>
        {texts.agreeEnd}
      </p>
      {products && (
        <p className={styles.agreementNote}>
          {products.coolingOffDays > 0 ? texts.coolingOff(products.coolingOffDays) : texts.noCoolingOff}
        </p>
      )}
      <div className={styles.ways}>
        <Button onClick={decline}>{texts.thinkAgain}</Button>
        <Button
          variant="primary"
          pending={isPending}
          disabled={!products}
          onClick={() => order({ from, terms: products?.terms })}
        >
          {texts.agree}
        </Button>
      </div>
    </>
  )
}
