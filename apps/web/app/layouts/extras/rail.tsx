import { useLocation } from 'react-router'
import { useAlwaysDark } from '../../lib/boot/use-always-dark.ts'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { useSignedIn } from '../../lib/session/session.ts'
import { useIsSelling } from '../../lib/site/is-selling.ts'
import { usePreference } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { scrollToTop, useScrolled } from '../../ui/behaviour/use-scrolled.ts'
import styles from './rail.module.css'
import { shellTexts } from '../shell-texts.ts'
import { SideEntries } from './side-entries.tsx'

/** Side panel in the right margin; on narrow pages only the back-to-top button. Hidden on pages for advertisers. */
export function Rail() {
  const { pathname } = useLocation()
  return !pathname.includes('ads') && <Panel />
}

const Panel = import.meta.env.SSR
  ? shareMarkup(SidePanel, () => [useSignedIn(), useIsSelling(), useAlwaysDark(), usePreference(({ theme }) => theme)])
  : SidePanel

function SidePanel() {
  const texts = useTexts(shellTexts)
  const isScrolled = useScrolled()
  return (
    <aside className={styles.rail} aria-label={texts.readerChoices}>
      <div className={styles.wide}>
        <SideEntries variant="rail" />
      </div>
      <button
        type="button"
        className={styles.top}
        aria-label={texts.toTop}
        title={texts.toTop}
        data-shown={isScrolled || undefined}
        onClick={scrollToTop}
      >
        <Icon name="to-top" />
      </button>
    </aside>
  )
}
