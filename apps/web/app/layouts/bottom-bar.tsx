import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { shareMarkup } from '../lib/boot/shared-markup.tsx'
import { Link } from '../ui/link.tsx'
import { useHasMatches, useTopCategories } from '../domains/site/use-top-categories.ts'
import { useTexts } from '../lib/text/texts.ts'
import { browseUrl, guideUrl, homeUrl, matchesUrl } from '../lib/urls.ts'
import { Icon } from '../ui/icons/icons.tsx'
import { useDropdown } from '../ui/behaviour/use-dropdown.ts'
import { AccountPanel } from './header/account-menu.tsx'
import styles from './bottom-bar.module.css'
import { SideEntries } from './extras/side-entries.tsx'
import { useFrameKey } from './frame-key.ts'
import { shellTexts } from './shell-texts.ts'

const HistoryPanel = lazy(() => import('./header/history-panel.tsx'))

/** Navigation bar at the bottom of phones. */
export const BottomBar = import.meta.env.SSR ? shareMarkup(Bar, useFrameKey) : Bar

function Bar() {
  const texts = useTexts(shellTexts)
  const { pathname } = useLocation()
  const [firstCategory] = useTopCategories()
  const hasMatches = useHasMatches()
  const { isOpen, toggle, close, box } = useDropdown()
  return (
    <nav className={styles.bar} aria-label={texts.bottomNavigation} data-bottom-bar>
      <Link to={homeUrl} className={styles.entry} aria-current={pathname === homeUrl ? 'page' : undefined}>
        <Icon name="home" size={23} />
        {texts.home}
      </Link>
      <Link to={guideUrl()} className={styles.entry} aria-current={pathname === guideUrl() ? 'page' : undefined}>
        <Icon name="screen" size={23} />
        {texts.live}
      </Link>
      {hasMatches && (
        <Link
          to={matchesUrl()}
          className={styles.entry}
          aria-current={pathname.startsWith('/match/') ? 'page' : undefined}
        >
          <Icon name="ball" size={23} />
          {texts.sports}
        </Link>
      )}
      {firstCategory && (
        <Link
          to={browseUrl(firstCategory.name)}
          className={styles.entry}
          aria-current={/^\/(?:nav|tabs)\//.test(pathname) ? 'page' : undefined}
        >
          <Icon name="film" size={23} />
          {texts.library}
        </Link>
      )}
      <div {...box} className={styles.mine}>
        <button
          type="button"
          data-account
          className={styles.entry}
          aria-current={pathname.startsWith('/user/') ? 'page' : undefined}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Icon name="person" size={23} />
          {texts.mine}
        </button>
        {isOpen && (
          <div className={styles.sheet}>
            <Suspense>
              <AccountPanel variant="sheet" close={close} />
            </Suspense>
            <SideEntries variant="menu" close={close} />
            <Suspense>
              <HistoryPanel close={close} />
            </Suspense>
          </div>
        )}
      </div>
    </nav>
  )
}
