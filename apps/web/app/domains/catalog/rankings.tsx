import type { RankedTitle } from '@yunmu/contract'
import { useState } from 'react'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { Link } from '../../ui/link.tsx'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl } from '../../lib/urls.ts'
import { Chips } from '../../ui/chips.tsx'
import { catalogTexts } from './catalog-texts.ts'
import { playCount } from './play-count.ts'
import styles from './rankings.module.css'

export interface Ranking {
  /** Category id. */
  id: number
  name: string
  /** Link to the full ranking. */
  to: string
  titles: readonly RankedTitle[]
}

/** Most played titles of several categories in columns; on phones one list with chips to switch. */
export const Rankings = import.meta.env.SSR ? shareMarkup(Columns, ({ rankings }) => rankings) : Columns

function Columns({ rankings }: { rankings: readonly Ranking[] }) {
  const texts = useTexts(catalogTexts)
  const shown = rankings.filter(({ titles }) => titles.length > 0)
  const [chosen, setChosen] = useState(shown[0]?.id ?? 0)
  if (shown.length === 0) return null
  return (
    <section className={styles.rankings} aria-label={texts.rankings}>
      <div className={styles.switch}>
        <h2>{texts.rankings}</h2>
        <Chips
          label={texts.rankings}
          options={shown.map(({ id, name }) => ({ value: id, text: name }))}
          chosen={chosen}
          choose={setChosen}
        />
      </div>
      <div className={styles.columns}>
        {shown.map(({ id, name, to, titles }) => (
          <div key={id} className={styles.column} data-chosen={id === chosen || undefined}>
            <div className={styles.line}>
              <h2>{texts.ranking(name)}</h2>
              <Link to={to}>{texts.wholeBoard}</Link>
            </div>
            <RankedList titles={titles} />
          </div>
        ))}
      </div>
    </section>
  )
}

/** One ranking over the full width, in two columns. */
export const RankedColumns = import.meta.env.SSR
  ? shareMarkup(WideRanking, ({ name, to, titles }) => (titles.length === 0 ? null : [name, to, titles]))
  : WideRanking

function WideRanking({ name, to, titles }: Omit<Ranking, 'id'>) {
  const texts = useTexts(catalogTexts)
  if (titles.length === 0) return null
  return (
    <section className={styles.rankings} aria-label={texts.ranking(name)} data-wide>
      <div className={styles.line}>
        <h2>{texts.ranking(name)}</h2>
        <Link to={to}>{texts.wholeBoard}</Link>
      </div>
      <RankedList titles={titles} />
    </section>
  )
}

/** Ranked titles: the first with its picture, the others as text. */
function RankedList({ titles }: { titles: readonly RankedTitle[] }) {
  const texts = useTexts(catalogTexts)
  const pictures = usePictures()
  return (
    <ol className={styles.list}>
      {titles.map((title, at) => (
        <li key={title.id}>
          <Link to={detailsUrl(title)} className={at === 0 ? styles.first : styles.row}>
            <span className={styles.rank}>{at + 1}</span>
            {at === 0 ? (
              <>
                <img {...pictures(title.img, 'poster')} sizes="60px" width={60} height={90} alt="" loading="lazy" />
                <span className={styles.words}>
                  <span className={styles.name}>{title.name}</span>
                  <span>{title.genres.slice(0, 2).join(' · ')}</span>
                  <span>{texts.weeklyPlays(playCount(title.plays, texts.countUnits))}</span>
                </span>
              </>
            ) : (
              <>
                <span className={styles.name}>{title.name}</span>
                <span className={styles.remark}>{title.remarks}</span>
              </>
            )}
          </Link>
        </li>
      ))}
    </ol>
  )
}
