import type { TitleUpdate } from '@yunmu/contract'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { Link } from '../../ui/link.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, updateUrl } from '../../lib/urls.ts'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import { aroundNow, updateText } from './update-rules.ts'
import { stripCall } from './update-calls.ts'
import { updateTexts } from './update-texts.ts'
import styles from './updates-strip.module.css'

/** The widest page shows this many. */
const shownCount = 6

/** Today's updates in a row. Renders nothing if there are none. */
export function UpdatesStrip({ type = 0 }: { type?: number }) {
  const { data } = useCall('vodUpdates', stripCall(type))
  const shown = aroundNow(data?.list ?? [], shownCount)
  return shown.length > 0 && <Strip type={type} shown={shown} />
}

const Strip = import.meta.env.SSR ? shareMarkup(Updates, ({ type, shown }) => [type, ...shown]) : Updates

function Updates({ type, shown }: { type: number; shown: readonly TitleUpdate[] }) {
  const texts = useTexts(updateTexts)
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
