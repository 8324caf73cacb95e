import type { Match } from '@yunmu/contract'
import { OwnCalendar } from '../../domains/matches/own-calendar.tsx'
import { OwnFollows } from '../../domains/matches/own-follows.tsx'
import { PushSwitch } from '../../domains/push/push-switch.tsx'
import { ReminderChoices } from '../../domains/matches/reminder-choices.tsx'
import { MatchRow } from '../../domains/matches/match-row.tsx'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { ListPage } from './lists/list-page.tsx'
import { RowSkeletons } from './lists/row-skeletons.tsx'
import { usePagedList } from '../../lib/calls/use-paged-list.ts'
import styles from './sub-settings.module.css'
import { userTexts } from './user-texts.ts'

const size = 30

/** 订阅赛事: subscribed matches, last subscribed first, and when and where they are announced. */
export default function UserSubRoute() {
  const texts = useTexts(userTexts)
  const script = useScript()
  const nowSec = useNow(10)
  const list = usePagedList<Match>({
    query: script,
    load: (page) => callOnce('userSubs', { page, size }, script),
    keyOf: ({ id }) => String(id),
    size,
  })
  return (
    <ListPage
      page="UserSub"
      title={texts.subscriptions}
      list={list}
      skeleton={<RowSkeletons height={64} />}
      empty={texts.noSubscriptions}
    >
      <div className={styles.settings}>
        <ReminderChoices />
        <OwnFollows />
        <PushSwitch />
        <OwnCalendar />
      </div>
      <ul>
        {list.items.map((match) => (
          <MatchRow key={match.id} match={match} nowSec={nowSec} hasDate />
        ))}
      </ul>
    </ListPage>
  )
}
