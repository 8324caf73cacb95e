import type { Channel } from '@yunmu/contract'
import { callOnce, perform } from '../../lib/calls/call-query.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { ChannelRow } from './channel-row.tsx'
import styles from './channel-row.module.css'
import { ListPage } from './list-page.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { useLetGo } from './use-let-go.ts'
import { usePagedList } from '../../lib/calls/use-paged-list.ts'
import { userTexts } from './user-texts.ts'

const size = 30
const keyOf = ({ id }: Channel): string => String(id)

/** 关注频道: the followed channels and what is on there, the last followed first. */
export default function UserAccessRoute() {
  const texts = useTexts(userTexts)
  const script = useScript()
  const list = usePagedList<Channel>({
    question: script,
    load: (page) => callOnce('userFavorites', { page, size }, script),
    keyOf,
    size,
  })
  const letGo = useLetGo({
    list,
    keyOf,
    cancel: ({ id }) => perform('userFavoriteCancelChannel', { ids: [id] }, script),
    keep: ({ id }) => perform('userFavoriteSave', { type: 'live', id }, script),
    said: ({ name }) => texts.unfollowed(name),
  })
  const nowSec = list.items.length === 0 ? 0 : serverNowSec()
  return (
    <ListPage
      page="UserAccess"
      title={texts.follows}
      list={list}
      skeleton={<RowSkeletons height={88} />}
      empty={texts.noFollows}
    >
      <ul className={styles.channels}>
        {list.items.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} nowSec={nowSec} letGo={() => letGo(channel)} />
        ))}
      </ul>
    </ListPage>
  )
}
