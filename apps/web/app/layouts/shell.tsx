import type { ReactNode } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header/header.tsx'
import { OfflineNotice } from './extras/offline-notice.tsx'
import { Rail } from './extras/rail.tsx'
import styles from './shell.module.css'
import { shellTexts } from './shell-texts.ts'
import { SiteFooter } from './site-footer.tsx'

/** Frame of every page; pages render their own `main`. */
export function Shell({ children }: { children: ReactNode }) {
  const texts = useTexts(shellTexts)
  return (
    <>
      <a href="#content" className={styles.skip}>
        {texts.skip}
      </a>
      <Header />
      <OfflineNotice />
      <div id="content" tabIndex={-1} className={styles.content}>
        {children}
      </div>
      <SiteFooter />
      <Rail />
      <BottomBar />
    </>
  )
}
