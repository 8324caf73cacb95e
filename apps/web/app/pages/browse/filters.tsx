import { Link } from 'react-router'
import { useTexts } from '../../lib/texts.ts'
import { browseTexts } from './browse-texts.ts'
import styles from './filters.module.css'
import type { FilterLine } from './use-browse.ts'

/** Six lines of words at most. Each word is a link with the whole address: it works without script and can be shared. */
export function Filters({ lines }: { lines: readonly FilterLine[] }) {
  const texts = useTexts(browseTexts)
  return (
    <nav className={styles.filters} aria-label={texts.filters}>
      {lines.map(({ field, label, options }) => (
        <div key={field} className={styles.line} role="group" aria-label={label}>
          <span className={styles.label} aria-hidden="true">
            {label}
          </span>
          <div className={styles.options}>
            {options.map(({ text, to, chosen }) => (
              <Link key={text} to={to} preventScrollReset aria-current={chosen || undefined} className={styles.option}>
                {text}
              </Link>
            ))}
          </div>
        </div>
      ))}
    </nav>
  )
}
