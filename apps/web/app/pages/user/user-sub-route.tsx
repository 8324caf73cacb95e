import type { Match } from '@yunmu/contract'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { ListPage } from './lists/list-page.tsx'
import { MatchRow } from './lists/match-row.tsx'
import { RowSkeletons } from './lists/row-skeletons.tsx'
import { usePagedList } from '../../lib/calls/use-paged-list.ts'
import { userTexts } from './user-texts.ts'

const size = 30

/** 订阅赛事: subscribed matches, last subscribed first. */
export default function UserSubRoute() {
  const texts = useTexts(userTexts)
  const script = useScript()
  const list = usePagedList<Match>({
    query: script,
    load: (page) => callOnce('userSubs', { page, size }, script),
    keyOf: ({ id }) => String(id),
    size,
  })
  const nowSec = list.items.length === 0 ? 0 : serverNowSec()
  return (
    <ListPage
      page="UserSub"
      title={texts.subscriptions}
      list={list}
      skeleton={<RowSkeletons height={64} />}
      empty={texts.noSubscriptions}
    >
      <ul>
        {list.items.map((match) => (
          <MatchRow key={match.id} match={match} nowSec={nowSec} />
        ))}
      </ul>
    </ListPage>
  )
}
