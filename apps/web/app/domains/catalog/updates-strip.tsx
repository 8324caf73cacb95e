import { Link } from '../../ui/link.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import type { SendTo } from '../../lib/calls/calls.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, updateUrl } from '../../lib/urls.ts'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import { aroundNow, updateText } from './update-rules.ts'
import { updateTexts } from './update-texts.ts'
import styles from './updates-strip.module.css'

/** The widest page shows this many. */
const shownCount = 6

/** Call of the strip of a category (0: all): the updates of today, of which the strip shows those around now. */
export const stripCall = (type: number): SendTo<'vodUpdates'> => ({ type, day: '0', page: 1, size: 30 })

/** Today's updates in a row. Renders nothing if there are none. */
export function UpdatesStrip({ type = 0 }: { type?: number }) {
  const texts = useTexts(updateTexts)
  const { data } = useCall('vodUpdates', stripCall(type))
  const shown = aroundNow(data?.list ?? [], shownCount)
  if (shown.length === 0) return null
  return (
    <section className={styles.strip} aria-label={texts.today}>
      <SectionHeader
        heading={texts.today}
        more={{ to: updateUrl({ type: type === 0 ? undefined : type }), text: texts.wholeWeek }}
      />
      <ol className={styles.cells}>
        {shown.map((update) => (
          <li key={update.title.id}>
            <Link to={detailsUrl(update.title)} className={styles.cell} data-coming={!update.aired || undefined}>
              <span className={styles.facts}>
                <span>{update.title.typeName}</span>
                <span>{clockOf(update.at)}</span>
              </span>
              <span className={styles.name}>{update.title.name}</span>
              <span className={styles.came}>{updateText(update, texts.several)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
