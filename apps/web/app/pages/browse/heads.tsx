import { Link } from 'react-router'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './browse-page.module.css'
import { browseTexts } from './browse-texts.ts'
import type { Browse } from './use-browse.ts'

/** The name of the page in its place among the other categories: to the eye alone, it is none of the ways on. */
export function Heads({ shelves }: Pick<Browse, 'shelves'>) {
  const texts = useTexts(browseTexts)
  const placed = shelves.map((shelf, order) => ({ ...shelf, style: { order } }))
  return (
    <div className={styles.heads}>
      {placed.map(
        ({ text, chosen, style }) =>
          chosen && (
            <h1 key={text} className={styles.head} style={style}>
              {text}
            </h1>
          ),
      )}
      <nav aria-label={texts.categories}>
        {placed.map(
          ({ text, to, chosen, style }) =>
            !chosen && (
              <Link key={text} to={to} className={styles.other} style={style}>
                {text}
              </Link>
            ),
        )}
      </nav>
    </div>
  )
}
