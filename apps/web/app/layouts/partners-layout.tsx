import type { ReactNode } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { partnersTexts } from '../domains/partners/partners-texts.ts'
import { useIsSelling } from '../lib/site/is-selling.ts'
import { useSite } from '../lib/site/site.ts'
import { useTexts } from '../lib/text/texts.ts'
import { adFormUrl, adsUrl, homeUrl, legalUrl } from '../lib/urls.ts'
import { ButtonLink } from '../ui/button.tsx'
import { NotFoundPage } from '../ui/feedback/not-found-page.tsx'
import { Icon, Logo, type IconName } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'
import { OfflineNotice } from './extras/offline-notice.tsx'
import styles from './partners-layout.module.css'

/** Errors keep the layout. */
export function PartnersErrorBoundary() {
  return (
    <PartnersLayout>
      <NotFoundPage error={useRouteError()} />
    </PartnersLayout>
  )
}

/**
 * Layout of the pages for advertisers: a header with two links, and a footer that prompts to book. The pages render it
 * themselves: a route for it would be known to the home page too.
 */
export function PartnersLayout({ children }: { children: ReactNode }) {
  const texts = useTexts(partnersTexts)
  return (
    <div className={styles.frame}>
      {/* There is no bottom bar to leave space for. */}
      <style>{':root{--bottom-bar:0px}'}</style>
      <header className={styles.header}>
        <p className={styles.brand}>
          <Brand />
          <span className={styles.section}>{texts.section}</span>
        </p>
        <nav className={styles.nav} aria-label={texts.nav}>
          <Link to={homeUrl}>{texts.home}</Link>
          <Link to={adsUrl} data-here>
            {texts.center}
          </Link>
        </nav>
      </header>
      <OfflineNotice />
      <div id="content" tabIndex={-1} className={styles.content}>
        {children}
      </div>
      <Footer />
    </div>
  )
}

function Brand() {
  const site = useSite()
  return (
    <Link to={homeUrl} className={styles.mark}>
      {site?.logo ? <img src={site.logo} alt="" height={28} /> : <Logo />}
      <span>{site?.name}</span>
    </Link>
  )
}

const thisYear = (): number => new Date().getFullYear()

function Footer() {
  const texts = useTexts(partnersTexts)
  const site = useSite()
  const isSelling = useIsSelling()
  const isForm = useLocation().pathname === adFormUrl
  if (!site) return null
  return (
    <footer className={styles.footer}>
      <div className={styles.prompt} data-form={isForm || undefined}>
        {isForm ? (
          <p>
            {site.phone === ''
              ? site.email !== '' && texts.noFormMail
              : site.email === ''
                ? texts.noFormPhone
                : texts.noForm}
          </p>
        ) : (
          <div>
            <h2>{texts.ask}</h2>
            <p>{texts.askLine}</p>
          </div>
        )}
        <div className={styles.ways}>
          <Way icon="mail" label={texts.email} value={site.email} href={`mailto:${site.email}`} />
          <Way icon="phone" label={texts.phone} value={site.phone} />
          {!isForm && (
            <ButtonLink to={adFormUrl} variant="primary">
              {texts.book}
            </ButtonLink>
          )}
        </div>
      </div>
      <div className={styles.rules}>
        <Brand />
        <p className={styles.legal}>
          <Link to={legalUrl('terms')}>{texts.terms}</Link>
          <Link to={legalUrl('privacy')}>{texts.privacy}</Link>
        </p>
        <p suppressHydrationWarning>
          {texts.rules}
          {isSelling && texts.rulesMembers} © {thisYear()} {site.copyright}
        </p>
      </div>
    </footer>
  )
}

/** A contact; left out if the operator has not set it. */
function Way({ icon, label, value, href }: { icon: IconName; label: string; value: string; href?: string }) {
  if (value === '') return null
  return (
    <p className={styles.way}>
      <Icon name={icon} />
      <span>
        <span className={styles.label}>{label}</span>
        {href === undefined ? <b>{value}</b> : <a href={href}>{value}</a>}
      </span>
    </p>
  )
}
