import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './browse-page.module.css'
import { browseTexts } from './browse-texts.ts'
import type { Browse } from './use-browse.ts'

/**
 * The page's heading, visually placed between the links to other categories by CSS `order`, but outside of their
 * navigation.
 */
export function CategoryHeadings({ topCategories }: Pick<Browse, 'topCategories'>) {
  const texts = useTexts(browseTexts)
  const ordered = topCategories.map((category, order) => ({ ...category, style: { order } }))
  return (
    <div className={styles.heads}>
      {ordered.map(
        ({ text, chosen, style }) =>
          chosen && (
            <h1 key={text} className={styles.head} style={style}>
              {text}
            </h1>
          ),
      )}
      <nav aria-label={texts.categories}>
        {ordered.map(
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
