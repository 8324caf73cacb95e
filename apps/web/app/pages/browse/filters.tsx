import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { browseTexts } from './browse-texts.ts'
import { lineWidth } from './filter-rules.ts'
import styles from './filters.module.css'
import type { FilterLine } from './use-browse.ts'

/** Pixels of a line on the narrowest desk. */
const narrowestLine = 1139
/** Lines that a phone shows before anybody asks for more. */
const shownFirst = 3

/**
 * Six lines of words at most. Each word is a link with the whole address: it works without script and can be shared. On a
 * phone the lower lines are folded away unless something is chosen in them; on a desk a line that is longer than one is.
 */
export function Filters({ lines }: { lines: readonly FilterLine[] }) {
  const texts = useTexts(browseTexts)
  const [isOpen, setOpen] = useState(false)
  const isFolded = ({ options }: FilterLine, at: number): boolean =>
    !isOpen && at >= shownFirst && options[0]?.chosen === true
  return (
    <nav className={styles.filters} aria-label={texts.filters}>
      {lines.map((line, at) => (
        <FilterWords key={line.field} line={line} isFolded={isFolded(line, at)} />
      ))}
      {lines.length > shownFirst && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.fewerFilters : texts.moreFilters}
          <Icon name="down" size={16} />
        </button>
      )}
    </nav>
  )
}

function FilterWords({ line, isFolded }: { line: FilterLine; isFolded: boolean }) {
  const texts = useTexts(browseTexts)
  const [isWhole, setWhole] = useState(false)
  const { label, options } = line
  const isLong = lineWidth(options.map(({ text }) => text)) > narrowestLine
  return (
    <div
      className={styles.line}
      role="group"
      aria-label={label}
      data-folded={isFolded || undefined}
      data-long={(isLong && !isWhole) || undefined}
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
        <button type="button" className={styles.moreWords} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.fewerFilters : texts.moreWords}
          <span className="unseen">{label}</span>
          <Icon name="down" size={16} />
        </button>
      )}
    </div>
  )
}
