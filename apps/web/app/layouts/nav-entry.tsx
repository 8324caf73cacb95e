import { useId } from 'react'
import { Link, useParams } from 'react-router'
import type { NavShelf } from '../domains/site/use-shelves.ts'
import { useTexts } from '../lib/texts.ts'
import { browseUrl, tabsUrl } from '../lib/urls.ts'
import { useDropdown } from '../ui/use-dropdown.ts'
import styles from './header.module.css'
import { shellTexts } from './shell-texts.ts'

/** A category in the header with what is below it in a panel. */
export function NavEntry({ shelf }: { shelf: NavShelf }) {
  const texts = useTexts(shellTexts)
  const { isOpen, close, box } = useDropdown()
  const panelId = useId()
  const { type } = useParams()
  const isCurrent = type === String(shelf.id) || [shelf, ...shelf.children].some(({ name }) => name === type)
  const entries = [
    { to: tabsUrl(shelf.id), label: texts.front(shelf.label) },
    { to: browseUrl(shelf.name), label: texts.whole(shelf.label) },
    ...shelf.children.map(({ name, label }) => ({ to: browseUrl(name), label })),
  ]
  return (
    <li>
      <div {...box} className={styles.entry}>
        <Link
          to={tabsUrl(shelf.id)}
          className={styles.word}
          aria-current={isCurrent ? 'page' : undefined}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={close}
        >
          {shelf.label}
        </Link>
        {isOpen && (
          <ul id={panelId} className={styles.panel}>
            {entries.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} onClick={close}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
