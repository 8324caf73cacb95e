import { useTexts } from '../../../lib/text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { vipDomainTexts } from '../vip-domain-texts.ts'
import styles from './step.module.css'

/** What to know while paying. */
export function TipsStep({ close }: { close: () => void }) {
  const texts = useTexts(vipDomainTexts)
  return (
    <>
      <dl className={styles.tips}>
        {texts.tips.map(({ head, line }) => (
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
