import type { BoardTitle } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { largeCount } from '../../domains/catalog/large-count.ts'
import { catalogTexts } from '../../domains/catalog/catalog-texts.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, vodUrl } from '../../lib/urls.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './podium.module.css'
import { rankTexts } from './rank-texts.ts'

/** The first title as a wide picture, the second and third as posters. */
export function Podium({ titles }: { titles: readonly BoardTitle[] }) {
  const [first, ...others] = titles
  return (
    <ol className={styles.podium}>
      {first && <FirstPlace title={first} />}
      {others.map((title, at) => (
        <RunnerUp key={title.id} title={title} place={at + 2} />
      ))}
    </ol>
  )
}

function FirstPlace({ title }: { title: BoardTitle }) {
  const texts = useTexts(rankTexts)
  const pictures = usePictures()
  const { name, remarks, genres, score, intro, focus, ink } = title
  return (
    <li className={styles.first} style={{ '--focus': `${focus * 100}%`, '--ink': ink, '--length': [...name].length }}>
      <img
        {...pictures(title.backdrop, 'wide')}
        sizes="(max-width: 1199px) 94vw, 60vw"
        alt=""
        fetchPriority="high"
        decoding="async"
      />
      <span className={styles.numeral} aria-hidden="true">
        1
      </span>
      <div className={styles.words}>
        <p className={styles.kicker}>
          {remarks !== '' && <strong>{remarks}</strong>}
          {genres.length > 0 && <span>{genres.slice(0, 2).join(' · ')}</span>}
          {score > 0 && <span>{texts.points(score.toFixed(1))}</span>}
        </p>
        <h2 className={styles.title}>
          <Link to={detailsUrl(title)}>
            <span className="unseen">{texts.place(1)}</span>
            {name}
          </Link>
        </h2>
        {intro !== '' && <p className={styles.intro}>{intro}</p>}
        <ButtonLink variant="primary" icon="play" to={vodUrl({ ...title, level: 1 })} className={styles.play}>
          {texts.play}
        </ButtonLink>
      </div>
    </li>
  )
}

function RunnerUp({ title, place }: { title: BoardTitle; place: number }) {
  const texts = useTexts(rankTexts)
  const { countUnits } = useTexts(catalogTexts)
  const pictures = usePictures()
  return (
    <li className={styles.other}>
      <Link to={detailsUrl(title)}>
        <span className={styles.name}>
          <span className="unseen">{texts.place(place)}</span>
          {title.name}
        </span>
        <span className={styles.line}>
          <span>{title.genres.slice(0, 2).join(' · ')}</span>
          <span>{largeCount(title.plays, countUnits)}</span>
        </span>
        <span className={styles.frame}>
          <img
            {...pictures(title.img, 'poster')}
            sizes="(max-width: 599px) 46vw, 276px"
            alt=""
            fetchPriority="high"
            decoding="async"
          />
          <span className={styles.numeral} aria-hidden="true">
            {place}
          </span>
          {title.score > 0 && <span className={styles.score}>{title.score.toFixed(1)}</span>}
        </span>
      </Link>
    </li>
  )
}
