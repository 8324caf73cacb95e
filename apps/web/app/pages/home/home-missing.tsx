import { Link } from 'react-router'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl } from '../../lib/urls.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { messageTexts } from '../../ui/feedback/message-texts.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import styles from './home-missing.module.css'

interface HomeMissingProps {
  rows: { data?: { rows: readonly unknown[] } | undefined; isError: boolean; refetch: () => void }
}

/** Stands where the rows would: what is the matter, and one thing to do about it. */
export function HomeMissing({ rows }: HomeMissingProps) {
  const texts = useTexts(messageTexts)
  const [shelf] = useTopCategories()
  if (rows.data && rows.data.rows.length > 0) return null
  if (rows.isError) {
    return (
      <div className={styles.place}>
        <LoadError retry={rows.refetch} />
      </div>
    )
  }
  return (
    rows.data && (
      <div className={styles.place}>
        <StatusMessage text={texts.empty}>
          {shelf && (
            <Link to={browseUrl(shelf.name)}>
              {texts.openLibrary}
              <Icon name="next" size={16} />
            </Link>
          )}
        </StatusMessage>
      </div>
    )
  )
}
