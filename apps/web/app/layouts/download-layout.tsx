import type { ReactNode } from 'react'
import { Outlet, useRouteError } from 'react-router'
import { Link } from '../ui/link.tsx'
import { useSite } from '../lib/site/site.ts'
import { useTexts } from '../lib/text/texts.ts'
import { homeUrl } from '../lib/urls.ts'
import { Icon, Logo } from '../ui/icons/icons.tsx'
import { NotFoundPage } from '../ui/feedback/not-found-page.tsx'
import styles from './download-layout.module.css'
import { OfflineNotice } from './extras/offline-notice.tsx'
import { deferredTexts } from './extras/deferred-texts.ts'
import { SiteFooter } from './site-footer.tsx'

/** Minimal layout: logo, home link and footer. */
export default function DownloadLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** Errors keep the layout. */
export function ErrorBoundary() {
  return (
    <Frame>
      <NotFoundPage error={useRouteError()} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const texts = useTexts(deferredTexts)
  const site = useSite()
  return (
    <>
      <header className={styles.header}>
        <Link to={homeUrl} className={styles.brand}>
          {site?.logo ? <img src={site.logo} alt="" height={28} /> : <Logo />}
          <span>{site?.name}</span>
        </Link>
        <Link to={homeUrl} className={styles.home}>
          {texts.toSite}
          <Icon name="next" size={16} />
        </Link>
      </header>
      <OfflineNotice />
      <div id="content" tabIndex={-1} className={styles.content}>
        {children}
      </div>
      <SiteFooter />
    </>
  )
}
