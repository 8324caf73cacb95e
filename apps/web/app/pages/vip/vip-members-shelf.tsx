import type { TitleCard } from '@yunmu/contract'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl } from '../../lib/urls.ts'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import { SectionHeader } from '../../ui/titles/section-header.tsx'
import styles from './vip-page.module.css'
import { membersId } from './vip-sections.ts'
import { vipPageTexts } from './vip-texts.ts'

/** The titles that VIPs alone can watch. */
export function VipMembersShelf({ titles, total }: { titles: readonly TitleCard[]; total: number }) {
  const texts = useTexts(vipPageTexts)
  // Lists are by category: that of the first title.
  const [first] = titles
  const categories = useCall('vodListType', {}, { script: 's' }).data?.list
  const category = categories?.find(({ id }) => id === first?.pidId)
  return (
    <section id={membersId} aria-labelledby={`${membersId}-head`} className={styles.section}>
      <SectionHeader
        id={`${membersId}-head`}
        heading={texts.members}
        aside={<span className={styles.count}>{texts.shelfCount(total)}</span>}
        more={category && { to: browseUrl(category.name, { vip: 'VIP' }), text: texts.all }}
      />
      <PosterGrid isRow>
        {titles.map((title) => (
          <li key={title.id}>
            <Poster title={title} />
          </li>
        ))}
      </PosterGrid>
    </section>
  )
}
