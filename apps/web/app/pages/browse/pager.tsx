import { totalCap } from '@yunmu/contract/constants'
import { Link } from 'react-router'
import { pageNumbers, pagesOf } from '../../domains/catalog/page-numbers.ts'
import { useTexts } from '../../lib/texts.ts'
import { browseUrl } from '../../lib/urls.ts'
import { pageSize, type BrowseAddress } from './browse-address.ts'
import { browseTexts } from './browse-texts.ts'
import styles from './pager.module.css'

/** The way to the other pages of a list. */
export function Pager({ address, total }: { address: BrowseAddress; total: number }) {
  const texts = useTexts(browseTexts)
  const { type, filter, page } = address
  const pages = pagesOf(total, pageSize, totalCap)
  if (pages === 1) return null
  const to = (number: number): string => browseUrl(type, filter, number)
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
