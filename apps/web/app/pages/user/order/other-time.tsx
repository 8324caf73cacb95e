import { chinaDay } from '@yunmu/contract/china-time'
import { useTexts } from '../../../lib/text/texts.ts'
import type { OtherEntry } from './use-other-time.ts'
import styles from './other-time.module.css'
import { orderTexts } from './order-texts.ts'

const daySec = 86_400

/** What codes, gifts and trials gave, which no order shows; absent if there is nothing. */
export function OtherTime({ entries }: { entries: readonly OtherEntry[] }) {
  const texts = useTexts(orderTexts)
  if (entries.length === 0) return null
  const gave = ({ kind, seconds }: OtherEntry): string => {
    if (seconds === null) return kind === 'revoke' ? texts.tookAll : texts.endless
    return texts.gave(Math.round(seconds / daySec))
  }
  return (
    <section className={styles.section} aria-labelledby="other-time">
      <h2 id="other-time" className={styles.head}>
        {texts.otherTime}
      </h2>
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.createdAt} ${entry.kind} ${entry.seconds}`}>
            <span>{chinaDay(entry.createdAt)}</span>
            <b>{texts.entryKinds[entry.kind]}</b>
            <span>{gave(entry)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
