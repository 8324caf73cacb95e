import { lazy, Suspense, useId } from 'react'
import { useLocation, useParams } from 'react-router'
import { Link } from '../../ui/link.tsx'
import type { NavNode } from '../../domains/site/nav-tree.ts'
import { homeUrl } from '../../lib/urls.ts'
import { useDropdown } from '../../ui/behaviour/use-dropdown.ts'
import styles from './header.module.css'

const HotPanel = lazy(() => import('./hot-panel.tsx'))

/** An entry of the header's navigation with its submenu; the home entry shows the most watched titles. */
export function NavEntry({ node: { label, to, children, names, pathPrefix } }: { node: NavNode }) {
  const { isOpen, close, onPanelLoaded, box } = useDropdown()
  const panelId = useId()
  const { type = '' } = useParams()
  const { pathname } = useLocation()
  const isCurrent =
    pathname === to || names.includes(type) || (pathPrefix !== undefined && pathname.startsWith(pathPrefix))
  const isHome = to === homeUrl
  const opens = isHome || children.length > 0
  return (
    <li>
      <div {...(opens && box)} className={styles.entry}>
        <Link
          to={to}
          className={styles.word}
          aria-current={isCurrent ? 'page' : undefined}
          aria-expanded={opens ? isOpen : undefined}
          aria-controls={isOpen ? panelId : undefined}
          onClick={close}
        >
          {label}
        </Link>
        {isOpen && (
          <ul id={panelId} className={styles.panel} data-hot={isHome || undefined}>
            {isHome ? (
              <Suspense>
                <HotPanel close={close} onLoaded={onPanelLoaded} />
              </Suspense>
            ) : (
              children.map((child) => (
                <li key={child.key}>
                  <Link to={child.to} onClick={close}>
                    {child.label}
                  </Link>
                </li>
              ))
            )}
          </ul>
        )}
      </div>
    </li>
  )
}
