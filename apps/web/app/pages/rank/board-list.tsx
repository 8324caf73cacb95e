import type { BoardTitle, Period } from '@yunmu/contract'
import { largeCount } from '../../domains/catalog/large-count.ts'
import { catalogTexts } from '../../domains/catalog/catalog-texts.ts'
import { TitleListItem, TitleList } from '../../domains/catalog/title-list.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './board-list.module.css'
import { rankTexts } from './rank-texts.ts'

/** Titles from rank four on. */
export function BoardList({ titles, period }: { titles: readonly BoardTitle[]; period: Period }) {
  const texts = useTexts(rankTexts)
  const { countUnits } = useTexts(catalogTexts)
  if (titles.length === 0) return null
  return (
    <TitleList from={4} count={titles.length}>
      {titles.map((title, at) => (
        <TitleListItem
          key={title.id}
          title={title}
          leading={<span className={styles.place}>{at + 4}</span>}
          secondaryLines={[
            [...title.genres.slice(0, 2), title.year || ''].filter(Boolean).join(' · '),
            <>
              {title.remarks}
              {title.score > 0 && <span className={styles.score}>{texts.points(title.score.toFixed(1))}</span>}
            </>,
          ]}
        >
          <span className={styles.figures}>
            <span className={styles.plays}>
              <strong>{largeCount(title.plays, countUnits)}</strong>
              <span>{texts.plays[period]}</span>
            </span>
            <Change change={title.change} />
          </span>
        </TitleListItem>
      ))}
    </TitleList>
  )
}

/** Change of rank since the previous day: a symbol, and a sentence for screen readers. */
function Change({ change }: Pick<BoardTitle, 'change'>) {
  const texts = useTexts(rankTexts)
  const [sign, sentence] =
    change === null
      ? ['—', texts.unknown]
      : change === 'new'
        ? [texts.fresh, texts.isNew]
        : change > 0
          ? [`↑ ${change}`, texts.up(change)]
          : change < 0
            ? [`↓ ${-change}`, texts.down(-change)]
            : ['—', texts.same]
  return (
    <span className={styles.change} data-climbs={change === 'new' || (change ?? 0) > 0 || undefined}>
      <span aria-hidden="true">{sign}</span>
      <span className="unseen">{sentence}</span>
    </span>
  )
}
