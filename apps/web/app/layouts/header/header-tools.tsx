import { lazy } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { useUnread } from '../../domains/messages/use-unread.ts'
import { SearchField } from '../../domains/search/search-field.tsx'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { rankUrl, updateUrl } from '../../lib/urls.ts'
import { Icon, type IconName } from '../../ui/icons/icons.tsx'
import { useFrameKey } from '../frame-key.ts'
import { HeaderMenu } from './header-menu.tsx'
import styles from './header.module.css'
import { MessageMenu } from './message-menu.tsx'
import { shellTexts } from '../shell-texts.ts'

const SearchBox = lazy(() =>
  import('../../domains/search/search-box.tsx').then(({ SearchBox: Box }) => ({ default: Box })),
)

/** Null for a page of results, whose words the search field contains. */
function useToolsKey(): readonly unknown[] | null {
  const { search } = useLocation()
  const { count, isAny } = useUnread()
  const frame = useFrameKey()
  return search.includes('q=') ? null : [...frame, count, isAny]
}

export default import.meta.env.SSR ? shareMarkup(HeaderTools, useToolsKey) : HeaderTools

/** Search input and icons of the header. Their panels are loaded on demand. */
function HeaderTools() {
  const texts = useTexts(shellTexts)
  return (
    <>
      <SearchField variant="header" Box={SearchBox} />
      <ToolLink to={rankUrl()} icon="rank" label={texts.rank} />
      <ToolLink to={updateUrl()} icon="calendar" label={texts.updates} />
      <HeaderMenu kind="history" />
      <MessageMenu />
      <HeaderMenu kind="choices" />
    </>
  )
}

function ToolLink({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      className={styles.toolButton}
      data-wide
      aria-label={label}
      title={label}
      aria-current={pathname === to ? 'page' : undefined}
    >
      <Icon name={icon} />
    </Link>
  )
}
