import { useEffect } from 'react'
import { Link } from '../../ui/link.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, homeUrl } from '../../lib/urls.ts'
import styles from './hot-titles.module.css'
import { deferredTexts } from '../extras/deferred-texts.ts'

const shownCount = 8

/** Most watched titles as entries of a panel, after the home link for keyboard users. */
export function HotTitles({ close, onLoaded }: { close: () => void; onLoaded: () => void }) {
  const texts = useTexts(deferredTexts)
  const { data, isError } = useCall('indexVodDataRank', { type: 0, period: 'week', count: shownCount })
  useEffect(() => {
    if (data ?? isError) onLoaded()
  }, [data, isError, onLoaded])
  if (!data && !isError) return null
  return (
    <>
      <li>
        <Link to={homeUrl} onClick={close}>
          {texts.homePage}
        </Link>
      </li>
      {data && data.list.length > 0 && <li className={styles.head}>{texts.hot}</li>}
      {data?.list.map((title, at) => (
        <li key={title.id}>
          <Link to={detailsUrl(title)} className={styles.title} onClick={close}>
            <b data-first={at < 3 || undefined}>{at + 1}</b>
            <span>{title.name}</span>
          </Link>
        </li>
      ))}
    </>
  )
}
