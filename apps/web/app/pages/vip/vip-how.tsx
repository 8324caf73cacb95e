import type { SaleWays } from '../../domains/vip/sale-rules.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ordersUrl } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import styles from './vip-how.module.css'
import { vipPageTexts } from './vip-texts.ts'

/** The three steps, and where codes are used. */
export function VipHow({ ways: { currencies, pace } }: { ways: SaleWays }) {
  const texts = useTexts(vipPageTexts)
  const isIn = useSignedIn()
  const money = currencies.length > 1 ? texts.inBoth : currencies[0] === 'EUR' ? texts.inEur : texts.inCny
  const steps = [{ head: texts.choose, line: money }, ...texts.steps, texts.lastStep[pace]]
  return (
    <section className={styles.section} aria-labelledby="how-head">
      <SectionHeader id="how-head" heading={texts.how} />
      <ol className={styles.steps}>
        {steps.map(({ head, line }, at) => (
          <li key={head}>
            <span className={styles.number} aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <h3>{head}</h3>
              <p>{line}</p>
            </div>
          </li>
        ))}
      </ol>
      {isIn && (
        <p className={styles.code}>
          {texts.haveCode}
          <Link to={ordersUrl()}>{texts.redeem}</Link>
        </p>
      )}
    </section>
  )
}
