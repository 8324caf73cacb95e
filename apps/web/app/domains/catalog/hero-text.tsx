import type { Banner } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, vodUrl } from '../../lib/urls.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { catalogTexts } from './catalog-texts.ts'
import styles from './hero-text.module.css'

/** Text of a title in the hero, with links to its player and its details. */
export function HeroText({ banner }: { banner: Banner }) {
  const texts = useTexts(catalogTexts)
  const { name, latin, intro, remarks, year, genres, score, totalEpisodes } = banner
  return (
    <div className={styles.words} style={{ '--length': [...name].length }}>
      <p className={styles.kicker}>
        {remarks !== '' && <strong>{remarks}</strong>}
        {year > 0 && <span className={styles.year}>{year}</span>}
        {genres.length > 0 && <span>{genres.slice(0, 2).join(' · ')}</span>}
        {score > 0 && <span>{texts.points(score.toFixed(1))}</span>}
      </p>
      <h2 className={styles.title}>{name}</h2>
      {latin !== '' && (
        <p className={styles.latin} lang="en">
          {latin}
        </p>
      )}
      {intro !== '' && <p className={styles.intro}>{intro}</p>}
      <div className={styles.buttons}>
        <ButtonLink variant="primary" icon="play" to={vodUrl({ ...banner, level: 1 })}>
          {totalEpisodes > 1 ? texts.playFirst : texts.play}
        </ButtonLink>
        <ButtonLink variant="overArt" to={detailsUrl(banner)}>
          {texts.details}
        </ButtonLink>
      </div>
    </div>
  )
}
