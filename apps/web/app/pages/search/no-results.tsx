import { Link } from '../../ui/link.tsx'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl, searchUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import type { SearchAddress } from './search-address.ts'
import styles from './search-page.module.css'
import { searchPageTexts } from './search-page-texts.ts'

/** Message for no results, with links to other kinds or to hot keywords. */
export function NoResults({
  address: { q, kind },
  totals,
}: {
  address: SearchAddress
  totals: ReplyFrom<'indexSearch'>['totals']
}) {
  const texts = useTexts(searchPageTexts)
  const [firstCategory] = useTopCategories()
  const hot = useCall('indexSearchHotKeywords', {}).data?.list ?? []
  if (totals.all > 0)
    return (
      <StatusMessage text={texts.nothingOf(q, texts.kind[kind])}>
        <Link to={searchUrl({ q })}>
          {texts.allResults}
          <Icon name="next" size={16} />
        </Link>
      </StatusMessage>
    )
  return (
    <>
      <StatusMessage text={texts.nothing(q)}>
        {firstCategory && (
          <Link to={browseUrl(firstCategory.name)}>
            {texts.toLibrary}
            <Icon name="next" size={16} />
          </Link>
        )}
      </StatusMessage>
      {hot.length > 0 && (
        <nav aria-label={texts.hot} className={styles.hot}>
          <h2>{texts.hot}</h2>
          <ul>
            {hot.map(({ word }) => (
              <li key={word}>
                <Link to={searchUrl({ q: word })}>{word}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
