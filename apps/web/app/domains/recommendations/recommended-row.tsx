import type { Recommendation } from '@yunmu/contract'
import { useState } from 'react'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Chips } from '../../ui/chips.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import { Section } from '../../ui/titles/section.tsx'
import { recommendationTexts } from './recommendation-texts.ts'
import styles from './recommended-row.module.css'
import { reasonText } from './use-recommendations.ts'

/** The widest page shows this many in one row. */
const rowLength = 8

interface RecommendedRowProps extends ReplyFrom<'userRecommendations'> {
  dismiss: (recommendation: Recommendation) => void
}

/** What the user may like in one row; the titles that led to them narrow it. */
export function RecommendedRow({ list, sources, dismiss }: RecommendedRowProps) {
  const texts = useTexts(recommendationTexts)
  const [source, setSource] = useState(0)
  const options = [
    { value: 0, text: texts.all },
    ...sources.map(({ id, name }, at) => ({ value: id, text: at === 0 ? texts.because(name) : texts.source(name) })),
  ]
  const shown = list.filter(({ sourceId }) => source === 0 || sourceId === source).slice(0, rowLength)
  return (
    <Section
      heading={texts.heading}
      shape="poster"
      aside={<Chips label={texts.sources} options={options} chosen={source} choose={setSource} />}
    >
      <PosterGrid isRow>
        {shown.map((recommendation) => (
          <li key={recommendation.title.id} className={styles.title}>
            <Poster title={recommendation.title} secondaryText={reasonText(recommendation, texts)} />
            <button
              type="button"
              className={styles.dismiss}
              aria-label={texts.dismiss(recommendation.title.name)}
              onClick={() => dismiss(recommendation)}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </PosterGrid>
    </Section>
  )
}
