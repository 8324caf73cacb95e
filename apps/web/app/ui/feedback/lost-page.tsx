import type { ReactNode } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'
import { useTexts } from '../../lib/text/texts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { Icon } from '../icons/icons.tsx'
import styles from './lost-page.module.css'
import { Message } from './message.tsx'
import { messageTexts } from './message-texts.ts'
import { PageHead } from '../page-head.tsx'

/**
 * Stands where a page is gone or could not be loaded; what could be looked at instead stands below. By its mark, what
 * could not be loaded is loaded again by itself (see lib/calls/when-answering.ts).
 */
export function LostPage({ error, children }: { error: unknown; children?: ReactNode }) {
  const texts = useTexts(messageTexts)
  const isGone = isRouteErrorResponse(error) && error.status === 404
  const text = isGone ? texts.lost : texts.failed
  return (
    <main className={styles.page} data-lost={!isGone}>
      <PageHead page={null} title={text} />
      {isGone && <p className={styles.head}>404</p>}
      <Message text={text} as="h1">
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
      </Message>
      {children}
    </main>
  )
}
