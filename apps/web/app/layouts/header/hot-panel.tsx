import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, homeUrl } from '../../lib/urls.ts'
import styles from './hot-panel.module.css'
import { lateTexts } from '../extras/late-texts.ts'

const shown = 8

/** What is watched most today, as entries of a panel: the home page first, for who came by keyboard. */
export default function HotPanel({ close, arrived }: { close: () => void; arrived: () => void }) {
  const texts = useTexts(lateTexts)
  const { data, isError } = useCall('indexVodDataRank', { type: 0, period: 'week', count: shown })
  useEffect(() => {
    if (data ?? isError) arrived()
  }, [data, isError, arrived])
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
