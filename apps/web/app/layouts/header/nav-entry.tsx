import { lazy, Suspense, useId } from 'react'
import { useLocation, useParams } from 'react-router'
import { Link } from '../../ui/link.tsx'
import type { NavNode } from '../../domains/site/nav-tree.ts'
import { useDropdown } from '../../ui/behaviour/use-dropdown.ts'
import styles from './header.module.css'

const NavPanel = lazy(() => import('./nav-panel.tsx'))

/** An entry of the header's navigation with its submenu. */
export function NavEntry({ node: { key, label, to, names, pathPrefix } }: { node: NavNode }) {
  const { isOpen, close, onPanelLoaded, box } = useDropdown()
  const panelId = useId()
  const { type = '' } = useParams()
  const { pathname } = useLocation()
  const isCurrent =
    pathname === to || names.includes(type) || (pathPrefix !== undefined && pathname.startsWith(pathPrefix))
  return (
    <li>
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
    </li>
  )
}
