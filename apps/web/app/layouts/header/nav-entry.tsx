import { lazy, Suspense, useId } from 'react'
import { Link } from '../../ui/link.tsx'
import type { NavNode } from '../../domains/site/nav-tree.ts'
import { useDropdown } from '../../ui/behaviour/use-dropdown.ts'
import styles from './header.module.css'

const NavPanel = lazy(() => import('./nav-panel.tsx'))

interface NavEntryProps {
  node: NavNode
  /** Whether the current page belongs to it. */
  isCurrent: boolean
  /** Whether it did not fit and is listed elsewhere. */
  isMoved: boolean
}

/** An entry of the header's navigation, with its submenu if it leads to a page of this site. */
export function NavEntry({ node, isCurrent, isMoved }: NavEntryProps) {
  return (
    <li data-moved={isMoved || undefined}>
      {node.isOutside ? (
        <a href={node.to} className={styles.word} target="_blank" rel="noopener">
          {node.label}
        </a>
      ) : (
        <OwnEntry node={node} isCurrent={isCurrent} />
      )}
    </li>
  )
}

function OwnEntry({ node: { key, label, to }, isCurrent }: Omit<NavEntryProps, 'isMoved'>) {
  const { isOpen, close, onPanelLoaded, box } = useDropdown()
  const panelId = useId()
  return (
    <div {...box} className={styles.entry}>
      <Link
        to={to}
        className={styles.word}
        aria-current={isCurrent ? 'page' : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={close}
      >
        {label}
      </Link>
      {isOpen && (
        <Suspense>
          <NavPanel id={panelId} of={key} close={close} onLoaded={onPanelLoaded} />
        </Suspense>
      )}
    </div>
  )
}
