import { Link } from 'react-router'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { messageTexts } from '../../ui/feedback/message-texts.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import styles from './category-empty.module.css'

/** Stands in a category that has no titles yet. */
export function CategoryEmpty() {
  const texts = useTexts(messageTexts)
  const [shelf] = useTopCategories()
  return (
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
}
