import type { Channel } from '@yunmu/contract'
import { callOnce, perform } from '../../lib/calls/call-query.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { ChannelRow } from './lists/channel-row.tsx'
import styles from './lists/channel-row.module.css'
import { ListPage } from './lists/list-page.tsx'
import { RowSkeletons } from './lists/row-skeletons.tsx'
import { useUndoableRemoval } from './lists/use-undoable-removal.ts'
import { usePagedList } from '../../lib/calls/use-paged-list.ts'
import { userTexts } from './user-texts.ts'

const size = 30
const keyOf = ({ id }: Channel): string => String(id)

/** 关注频道: followed channels with their current programmes, last followed first. */
export default function UserAccessRoute() {
  const texts = useTexts(userTexts)
  const script = useScript()
  const list = usePagedList<Channel>({
    query: script,
    load: (page) => callOnce('userFavorites', { page, size }, script),
    keyOf,
    size,
  })
  const unfollow = useUndoableRemoval({
    list,
    keyOf,
    remove: ({ id }) => perform('userFavoriteCancelChannel', { ids: [id] }, script),
    restore: ({ id }) => perform('userFavoriteSave', { type: 'live', id }, script),
    removedText: ({ name }) => texts.unfollowed(name),
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
          <ChannelRow key={channel.id} channel={channel} nowSec={nowSec} unfollow={() => unfollow(channel)} />
        ))}
      </ul>
    </ListPage>
  )
}
