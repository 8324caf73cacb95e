import type { ProgrammeReminder, TitleCard } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { use } from 'react'
import { channelTexts } from '../../domains/live/channel-texts.ts'
import { dayAndClock } from '../../domains/live/day-rules.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { CallCacheContext, perform, useCall } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { channelUrl, homeUrl } from '../../lib/urls.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import favourite from './favorite.module.css'
import { RowSkeletons } from './lists/row-skeletons.tsx'
import styles from './remind.module.css'
import area from './user-area.module.css'
import { userTexts } from './user-texts.ts'

/** 追剧与预约: followed titles, and coming programmes of which the user is reminded. */
export default function UserRemindRoute() {
  const texts = useTexts(userTexts)
  const { data, isError, refetch } = useCall('userReminders', {})
  return (
    <>
      <PageMeta page="UserRemind" title={texts.reminders} />
      <div className={area.head}>
        <h1 className={area.title}>{texts.reminders}</h1>
      </div>
      {!data && (isError ? <LoadError retry={refetch} /> : <RowSkeletons height={64} />)}
      {data && data.programmes.length > 0 && <Programmes programmes={data.programmes} />}
      {data && data.titles.length > 0 && <Titles titles={data.titles} />}
      {data && data.programmes.length + data.titles.length === 0 && (
        <StatusMessage text={texts.noReminders}>
          <Link to={homeUrl}>
            {texts.home}
            <Icon name="next" size={16} />
          </Link>
        </StatusMessage>
      )}
    </>
  )
}

/** Returns a function that reloads the list after a change. */
function useReload(): () => void {
  const cache = use(CallCacheContext)
  return () => cache?.invalidate('userReminders ')
}

function Programmes({ programmes }: { programmes: readonly ProgrammeReminder[] }) {
  const texts = useTexts(userTexts)
  const words = useTexts(channelTexts)
  const script = useScript()
  const reload = useReload()
  const nowSec = serverNowSec()
  const cancel = async ({ channel, start }: ProgrammeReminder): Promise<void> => {
    await perform('userProgrammeForget', { channelId: channel.id, start }, script)
    reload()
  }
  return (
    <section className={styles.part} aria-label={texts.reservedProgrammes}>
      <h2 className={styles.head}>{texts.reservedProgrammes}</h2>
      <ul>
        {programmes.map((reminder) => (
          <li key={`${reminder.channel.id} ${reminder.start}`} className={styles.programme}>
            <span className={styles.time}>{dayAndClock(reminder.start, chinaDay(nowSec), words)}</span>
            <Link to={channelUrl(reminder.channel)} className={styles.name}>
              {reminder.name}
              <span>{reminder.channel.name}</span>
            </Link>
            <button
              type="button"
              className={styles.cancel}
              aria-label={texts.cancelProgramme(reminder.name)}
              onClick={() => void cancel(reminder)}
            >
              <Icon name="close" size={18} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Titles({ titles }: { titles: readonly TitleCard[] }) {
  const texts = useTexts(userTexts)
  const script = useScript()
  const reload = useReload()
  const cancel = async ({ id }: TitleCard): Promise<void> => {
    await perform('userTitleUnfollow', { ids: [id] }, script)
    reload()
  }
  return (
    <section className={styles.part} aria-label={texts.followedTitles}>
      <h2 className={styles.head}>{texts.followedTitles}</h2>
      <PosterGrid>
        {titles.map((title) => (
          <li key={title.id} className={favourite.title}>
            <Poster title={title} />
            <button
              type="button"
              className={favourite.letGo}
              aria-label={texts.unfollowTitle(title.name)}
              onClick={() => void cancel(title)}
            >
              <Icon name="close" size={18} />
            </button>
          </li>
        ))}
      </PosterGrid>
    </section>
  )
}
