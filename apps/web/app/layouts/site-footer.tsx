import { Link } from 'react-router'
import { useSite } from '../lib/site/site.ts'
import { useTexts } from '../lib/text/texts.ts'
import { downloadUrl, homeUrl } from '../lib/urls.ts'
import { Logo } from '../ui/icons/icons.tsx'
import { shellTexts } from './shell-texts.ts'
import styles from './site-footer.module.css'

const thisYear = (): number => new Date().getFullYear()

/** The mark, the disclaimer, and how to reach the operator. */
export function SiteFooter() {
  const texts = useTexts(shellTexts)
  const site = useSite()
  if (!site) return null
  const ways = [site.email, site.phone].filter((way) => way !== '')
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
        </div>
        <div className={styles.ways}>
          {ways.map((way) => (
            <span key={way}>{way}</span>
          ))}
          <Link to={downloadUrl()}>{texts.app}</Link>
        </div>
      </div>
    </footer>
  )
}
