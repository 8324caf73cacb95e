import type { TitleDetail } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl } from '../../lib/urls.ts'
import { detailsTexts } from './details-texts.ts'
import styles from './series.module.css'

/** Other seasons of the title, if there are any. */
export function Series({ detail }: { detail: TitleDetail }) {
  const texts = useTexts(detailsTexts)
  if (detail.seasons.length < 2) return null
  return (
    <section className={styles.series} aria-label={texts.series}>
      <h2 className={styles.head}>{texts.series}</h2>
      <ul>
        {detail.seasons.map((season) => (
          <li key={season.id}>
            <Link to={detailsUrl(season)} aria-current={season.id === detail.id ? 'page' : undefined}>
              {season.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
