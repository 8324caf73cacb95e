import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import type { SaleWays } from '../sale-rules.ts'
import { useContact } from '../use-contact.ts'
import styles from './step.module.css'

/** What to know while paying. */
export function TipsStep({ ways, close }: { ways: SaleWays; close: () => void }) {
  const texts = useTexts(vipDomainTexts)
  const contact = useContact()
  const tips = [
    ...(ways.canBeRestricted ? [texts.restricted] : []),
    ...(ways.pace === 'byHand' ? [] : [texts.unchanged]),
    ...(ways.pace === 'quick' ? [] : [texts.unchecked]),
    ...texts.tips,
    { head: texts.moreHelp, line: contact === null ? texts.askWithout : texts.askWith(contact) },
  ]
  return (
    <>
      <dl className={styles.tips}>
        {tips.map(({ head, line }) => (
          <div key={head}>
            <dt>{head}</dt>
            <dd>{line}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.ways}>
        <Button onClick={close}>{texts.back}</Button>
      </div>
    </>
  )
}
