import { Link, useLocation } from 'react-router'
import { useShelves } from '../domains/site/use-shelves.ts'
import { useCall } from '../lib/call-query.ts'
import { useSite } from '../lib/site.ts'
import { useTexts } from '../lib/texts.ts'
import { homeUrl } from '../lib/urls.ts'
import { Mark } from '../ui/icons.tsx'
import { useScrolled } from '../ui/use-scrolled.ts'
import { AccountMenu } from './account-menu.tsx'
import { HeaderMenu } from './header-menu.tsx'
import styles from './header.module.css'
import { NavEntry } from './nav-entry.tsx'
import { shellTexts } from './shell-texts.ts'

/** Where the fixed entries of the navigation lead. An entry without an address here is not shown. */
const addressOf: Partial<Record<string, string>> = { index: homeUrl }

/**
 * The header of every page. Over a picture at the head of a page, which carries `data-artwork`, it is transparent until
 * the page is scrolled beyond 200 px; everywhere else it is solid.
 */
export function Header() {
  const site = useSite()
  const isSolid = useScrolled()
  return (
    <header className={styles.header} data-solid={isSolid || undefined}>
      <div className={styles.inner}>
        <Link to={homeUrl} className={styles.brand}>
          {site?.logo ? <img src={site.logo} alt="" height={28} /> : <Mark />}
          <span>{site?.name}</span>
        </Link>
        <Navigation />
        <div className={styles.tools}>
          <HeaderMenu kind="history" />
          <HeaderMenu kind="choices" />
          <AccountMenu />
        </div>
      </div>
    </header>
  )
}

function Navigation() {
  const texts = useTexts(shellTexts)
  const fixed = useCall('indexNavs', {}).data?.indexNavs ?? []
  const shelves = useShelves()
  const { pathname } = useLocation()
  return (
    <nav className={styles.navigation} aria-label={texts.mainNavigation}>
      <ul>
        {fixed.map(({ mid, name }) => {
          const address = addressOf[mid]
          return (
            address !== undefined && (
              <li key={mid}>
                <Link to={address} className={styles.word} aria-current={pathname === address ? 'page' : undefined}>
                  {name}
                </Link>
              </li>
            )
          )
        })}
        {shelves.map((shelf) => (
          <NavEntry key={shelf.id} shelf={shelf} />
        ))}
      </ul>
    </nav>
  )
}
