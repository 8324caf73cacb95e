import type { VipBenefits } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { benefitIcons, benefitsGiven } from './benefits.ts'
import styles from './benefit-line.module.css'
import { vipDomainTexts } from './vip-domain-texts.ts'

/** What VIPs get, in gold on one line; nothing if the station gives nothing. */
export function BenefitLine({ benefits }: { benefits: VipBenefits }) {
  const texts = useTexts(vipDomainTexts)
  const given = benefitsGiven(benefits)
  if (given.length === 0) return null
  return (
    <ul className={styles.line}>
      {given.map((kind) => (
        <li key={kind}>
          <Icon name={benefitIcons[kind]} size={18} />
          {texts[kind]}
        </li>
      ))}
    </ul>
  )
}
