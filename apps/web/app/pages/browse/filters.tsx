import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { browseTexts } from './browse-texts.ts'
import { rowWidthPx } from './filter-rules.ts'
import styles from './filters.module.css'
import type { FilterRow } from './use-browse.ts'

/** Width in pixels of a row on the narrowest desktop. */
const minRowPx = 1139
/** Number of rows that a phone shows initially. */
const initialRows = 3

/**
 * Up to six rows of filters. Each option is a link with the whole address, so that it works without script and can be
 * shared. On phones the lower rows are collapsed unless they have a selection; on desktops only rows longer than one
 * line are.
 */
export function Filters({ rows }: { rows: readonly FilterRow[] }) {
  const texts = useTexts(browseTexts)
  const [isOpen, setOpen] = useState(false)
  const isCollapsed = ({ options }: FilterRow, at: number): boolean =>
    !isOpen && at >= initialRows && options[0]?.chosen === true
  return (
    <nav className={styles.filters} aria-label={texts.filters}>
      {rows.map((row, at) => (
        <FilterOptions key={row.field} row={row} isCollapsed={isCollapsed(row, at)} />
      ))}
      {rows.length > initialRows && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.fewerFilters : texts.moreFilters}
          <Icon name="down" size={16} />
        </button>
      )}
    </nav>
  )
}

function FilterOptions({ row, isCollapsed }: { row: FilterRow; isCollapsed: boolean }) {
  const texts = useTexts(browseTexts)
  const [isExpanded, setExpanded] = useState(false)
  const { label, options } = row
  const isLong = rowWidthPx(options.map(({ text }) => text)) > minRowPx
  return (
    <div
      className={styles.line}
      role="group"
      aria-label={label}
      data-folded={isCollapsed || undefined}
      data-long={(isLong && !isExpanded) || undefined}
    >
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
      {isLong && (
        <button
          type="button"
          className={styles.moreWords}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? texts.fewerFilters : texts.moreWords}
          <span className="unseen">{label}</span>
          <Icon name="down" size={16} />
        </button>
      )}
    </div>
  )
}
