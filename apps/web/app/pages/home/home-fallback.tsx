import { Link } from '../../ui/link.tsx'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl } from '../../lib/urls.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { messageTexts } from '../../ui/feedback/message-texts.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import styles from './home-fallback.module.css'

interface HomeFallbackProps {
  rows: { data?: { rows: readonly unknown[] } | undefined; isError: boolean; refetch: () => void }
}

/** Shown instead of the rows if they failed to load or are empty. */
export function HomeFallback({ rows }: HomeFallbackProps) {
  const texts = useTexts(messageTexts)
  const [firstCategory] = useTopCategories()
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
          {firstCategory && (
            <Link to={browseUrl(firstCategory.name)}>
              {texts.openLibrary}
              <Icon name="next" size={16} />
            </Link>
          )}
        </StatusMessage>
      </div>
    )
  )
}
