import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { Link } from '../link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { Icon } from '../icons/icons.tsx'
import styles from './not-found-page.module.css'
import { StatusMessage } from './status-message.tsx'
import { messageTexts } from './message-texts.ts'
import { PageMeta } from '../page-meta.tsx'

/**
 * Error page for missing pages and for pages that could not be loaded; `children` offer alternatives. A page marked
 * `data-failed` is reloaded automatically (see lib/calls/when-reachable.ts).
 */
export function NotFoundPage({ error, children }: { error: unknown; children?: ReactNode }) {
  const texts = useTexts(messageTexts)
  const isGone = isRouteErrorResponse(error) && error.status === 404
  const text = isGone ? texts.lost : texts.failed
  return (
    <main className={styles.page} data-failed={!isGone}>
      <PageMeta page={null} title={text} />
      {isGone && <p className={styles.head}>404</p>}
      <StatusMessage text={text} as="h1">
        {isGone ? (
          <Link to={homeUrl}>
            {texts.home}
            <Icon name="next" size={16} />
          </Link>
        ) : (
          <button type="button" onClick={() => location.reload()}>
            {texts.retry}
            <Icon name="next" size={16} />
          </button>
        )}
      </StatusMessage>
      {children}
    </main>
  )
}
