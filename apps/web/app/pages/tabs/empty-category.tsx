import { Link } from '../../ui/link.tsx'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { messageTexts } from '../../ui/feedback/message-texts.ts'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import styles from './empty-category.module.css'

/** Shown in a category without titles. */
export function EmptyCategory() {
  const texts = useTexts(messageTexts)
  const [firstCategory] = useTopCategories()
  return (
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
}
