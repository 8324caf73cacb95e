import type { TitleDetail } from '@yunmu/contract'
import { largeCount } from '../../domains/catalog/large-count.ts'
import { CollapsibleText } from '../../ui/collapsible-text.tsx'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { DetailsButtons, type DetailsButtonsProps } from './details-buttons.tsx'
import { OverArtwork } from '../../ui/titles/over-artwork.tsx'
import { titleTexts } from '../../ui/titles/title-texts.ts'
import styles from './details-header.module.css'
import { detailsTexts } from './details-texts.ts'

/**
 * Header over the title's picture. The markup has the order of a phone's layout, so that late parts shift nothing above
 * them.
 */
export function DetailsHeader({ detail, source, records }: DetailsButtonsProps) {
  const texts = useTexts(detailsTexts)
  const pictures = usePictures()
  return (
    <section
      className={styles.head}
      aria-label={detail.name}
      style={{ '--ink': detail.ink, '--focus': `${detail.focus * 100}%` }}
    >
      <OverArtwork />
      <div className={styles.picture}>
        <img {...pictures(detail.backdrop, 'wide')} sizes="100vw" alt="" fetchPriority="high" />
      </div>
      <div className={styles.inner}>
        <img
          className={styles.poster}
          {...pictures(detail.img, 'poster')}
          sizes="(max-width: 599px) 112px, (max-width: 1199px) 200px, 268px"
          alt=""
        />
        <div className={styles.words}>
          {detail.latin !== '' && <p className={styles.latin}>{detail.latin}</p>}
          <h1 className={styles.title} style={{ '--length': [...detail.name].length }}>
            {detail.name}
          </h1>
          <HeaderFacts detail={detail} />
        </div>
        {detail.score > 0 && (
          <p className={styles.score}>
            <b>{detail.score.toFixed(1)}</b>
            {texts.scored(largeCount(detail.scoreCount, texts.countUnits))}
          </p>
        )}
        <div className={styles.intro}>
          <CollapsibleText text={detail.intro} expandLabel={texts.unfold} collapseLabel={texts.fold} />
        </div>
        <DetailsButtons detail={detail} source={source} records={records} />
      </div>
    </section>
  )
}

function HeaderFacts({ detail }: { detail: TitleDetail }) {
  const texts = useTexts(titleTexts)
  const facts = [
    detail.year > 0 ? String(detail.year) : '',
    detail.area,
    detail.genres.slice(0, 3).join(' · '),
    detail.vip ? 'VIP' : '',
    detail.locked ? texts.locked : '',
  ].filter((fact) => fact !== '')
  return (
    <p className={styles.facts}>
      {detail.remarks !== '' && <strong>{detail.remarks}</strong>}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}
