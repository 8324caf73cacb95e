import { totalCap } from '@yunmu/contract/constants'
import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { pageNumbers, pagesOf } from './page-numbers.ts'
import { pagerTexts } from './pager-texts.ts'
import styles from './pager.module.css'

interface PagerProps {
  /** 1-based. */
  page: number
  total: number
  /** Titles per page. */
  size: number
  /** URL of a page. */
  to: (page: number) => string
}

/** Links to the pages of a list. */
export function Pager({ page, total, size, to }: PagerProps) {
  const texts = useTexts(pagerTexts)
  const pages = pagesOf(total, size, totalCap)
  if (pages === 1) return null
  return (
    <nav className={styles.pager} aria-label={texts.pages}>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className={styles.step}>
          {texts.before}
        </Link>
      )}
      {pageNumbers(page, pages).map((number, at) =>
        number === 'gap' ? (
          <span key={`gap${at}`} className={styles.gap}>
            …
          </span>
        ) : (
          <Link
            key={number}
            to={to(number)}
            className={styles.number}
            aria-label={texts.page(number)}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {(pages === null || page < pages) && (
        <Link to={to(page + 1)} rel="next" className={styles.step}>
          {texts.after}
        </Link>
      )}
    </nav>
  )
}
