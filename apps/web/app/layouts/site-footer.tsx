import type { OutsideLink } from '@yunmu/contract'
import { shareMarkup } from '../lib/boot/shared-markup.tsx'
import { Link } from '../ui/link.tsx'
import { useSite } from '../lib/site/site.ts'
import { useTexts } from '../lib/text/texts.ts'
import { adsUrl, downloadUrl, homeUrl, legalUrl } from '../lib/urls.ts'
import { Logo } from '../ui/icons/icons.tsx'
import { shellTexts } from './shell-texts.ts'
import styles from './site-footer.module.css'

const thisYear = (): number => new Date().getFullYear()

/** Logo, disclaimer, registrations, the operator's contacts and friend links. */
export const SiteFooter = import.meta.env.SSR ? shareMarkup(Footer, () => [useSite(), thisYear()]) : Footer

const outsideLink = ({ name, url }: OutsideLink) => (
  <a key={url} href={url} target="_blank" rel="noopener">
    {name}
  </a>
)

function Footer() {
  const texts = useTexts(shellTexts)
  const site = useSite()
  if (!site) return null
  const contacts = [site.email, site.phone].filter((contact) => contact !== '')
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <Link to={homeUrl} className={styles.brand}>
          {site.logo ? <img src={site.logo} alt="" height={28} /> : <Logo />}
          <span>{site.name}</span>
        </Link>
        <div className={styles.words}>
          <p>{site.disclaimer}</p>
          <p suppressHydrationWarning>
            © {thisYear()} {site.copyright}
          </p>
          <p className={styles.links}>{site.registrations.map(outsideLink)}</p>
        </div>
        <div className={styles.links}>
          {contacts.map((contact) => (
            <span key={contact}>{contact}</span>
          ))}
          <Link to={downloadUrl()}>{texts.app}</Link>
          <Link to={adsUrl}>{texts.partners}</Link>
          <Link to={legalUrl('terms')}>{texts.terms}</Link>
          <Link to={legalUrl('privacy')}>{texts.privacy}</Link>
          {site.vip_selling && <Link to={legalUrl('vip')}>{texts.vipTerms}</Link>}
        </div>
        {site.friend_links.length > 0 && (
          <nav className={`${styles.links} ${styles.friends}`} aria-label={texts.friends}>
            <span>{texts.friends}</span>
            {site.friend_links.map(outsideLink)}
          </nav>
        )}
      </div>
    </footer>
  )
}
