import { lazy, useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { Link } from '../../ui/link.tsx'
// The style sheet is imported here, because the search form works before its script is loaded.
import '../../domains/search/search-field.module.css'
import { isCurrent, navTree, type NavNode } from '../../domains/site/nav-tree.ts'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { useVipOffer } from '../../lib/session/use-vip.ts'
import { Logo } from '../../ui/icons/icons.tsx'
import { useScrolled } from '../../ui/behaviour/use-scrolled.ts'
import { AccountMenu } from './account-menu.tsx'
import { useFrameKey } from '../frame-key.ts'
import styles from './header.module.css'
import { NavEntry } from './nav-entry.tsx'
import type NavMore from './nav-more.tsx'
import { shellTexts } from '../shell-texts.ts'

/** Without its own Suspense boundary, so that the server renders it in place and it works as a form without script. */
const HeaderTools = lazy(() => import('./header-tools.tsx'))
const Navigation = import.meta.env.SSR ? shareMarkup(Entries, useFrameKey) : Entries

/**
 * Header of every page. Over a picture (`OverArtwork`) it is transparent until the page is scrolled beyond 200 px,
 * elsewhere opaque.
 */
export function Header() {
  const site = useSite()
  const vip = useVipOffer()
  const isSolid = useScrolled()
  return (
    <header className={styles.header} data-solid={isSolid || undefined}>
      <div className={styles.inner}>
        <Link to={homeUrl} className={styles.brand}>
          {site?.logo ? <img src={site.logo} alt="" height={28} /> : <Logo />}
          <span>{site?.name}</span>
        </Link>
        <Navigation />
        <div className={styles.tools}>
          <HeaderTools />
          {vip && (
            <button type="button" className={styles.vip} data-vip-offer onClick={vip.open}>
              {vip.label}
            </button>
          )}
          <AccountMenu />
        </div>
      </div>
    </header>
  )
}

function Entries() {
  const texts = useTexts(shellTexts)
  const nodes = useNavNodes()
  const list = useRef<HTMLUListElement>(null)
  const [count, setCount] = useState<number | null>(null)
  const [More, setMore] = useState<typeof NavMore | null>(null)
  useEffect(() => {
    // Most headers have room for all entries; until it is loaded those that do not fit are not shown.
    import('./nav-more.tsx').then(
      ({ default: Loaded }) => setMore(() => Loaded),
      () => undefined,
    )
  }, [])
  const { type = '' } = useParams()
  const { pathname } = useLocation()
  const current = nodes.find((node) => isCurrent(node, { pathname, type }))
  return (
    <nav className={styles.navigation} aria-label={texts.mainNavigation}>
      <ul ref={list} data-measured={count !== null || undefined}>
        {nodes.map((node, at) => (
          <NavEntry key={node.key} node={node} isCurrent={node === current} isMoved={count !== null && at >= count} />
        ))}
        {More && <More list={list} nodes={nodes} current={current} onFit={setCount} />}
      </ul>
    </nav>
  )
}

/** The entries of the navigation, the other sites last. */
function useNavNodes(): NavNode[] {
  const texts = useTexts(shellTexts)
  const site = useSite()
  const navs = useCall('indexNavs', {}).data
  const topCategories = useTopCategories()
  const outside = [
    { key: 'old site', to: site?.index_old_version_site ?? '', label: texts.oldSite },
    { key: 'outside vod', to: site?.external_vod_site ?? '', label: texts.outsideVod },
  ]
  return [
    ...(navs ? navTree(navs, topCategories) : []),
    ...outside.filter(({ to }) => to !== '').map((link) => ({ ...link, names: [], isOutside: true })),
  ]
}
