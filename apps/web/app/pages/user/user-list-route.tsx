import type { TitleCard, TitleList } from '@yunmu/contract'
import { laterListId } from '@yunmu/contract/constants'
import { use, useState } from 'react'
import { listTexts } from '../../domains/library/list-texts.ts'
import { CallCacheContext, callOnce, perform, useCall } from '../../lib/calls/call-query.ts'
import { usePagedList } from '../../lib/calls/use-paged-list.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { Chips } from '../../ui/chips.tsx'
import { PosterSkeletons } from '../../ui/feedback/skeleton.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import styles from './favorite.module.css'
import { ListPage } from './lists/list-page.tsx'
import { ListManagement } from './lists/list-management.tsx'
import { useUndoableRemoval } from './lists/use-undoable-removal.ts'

const size = 30
const keyOf = ({ id }: TitleCard): string => String(id)

/** 我的片单: 稍后看 and own lists of titles. */
export default function UserListRoute() {
  const texts = useTexts(listTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const [chosen, setChosen] = useState(laterListId)
  const { data } = useCall('userLists', { title: 0 })
  const lists: readonly TitleList[] = data?.list ?? []
  const listId = lists.some(({ id }) => id === chosen) ? chosen : laterListId
  const titles = usePagedList<TitleCard>({
    query: `${script} ${listId}`,
    load: (page) => callOnce('userListTitles', { list: listId, page, size }, script),
    keyOf,
    size,
  })
  const reloadLists = (): void => cache?.invalidate('userLists ')
  const remove = useUndoableRemoval({
    list: titles,
    keyOf,
    async remove({ id }) {
      const done = await perform('userListRemove', { list: listId, ids: [id] }, script)
      reloadLists()
      return done
    },
    async restore({ id }) {
      const done = await perform('userListAdd', { list: listId, id }, script)
      reloadLists()
      return done
    },
    removedText: ({ name }) => texts.removed(name),
  })
  const options = lists.map(({ id, name, count }) => ({
    value: id,
    text: `${id === laterListId ? texts.later : name} ${count}`,
  }))
  return (
    <ListPage
      page="UserList"
      title={texts.title}
      list={titles}
      empty={listId === laterListId ? texts.emptyLater : texts.empty}
      head={<Chips label={texts.lists} options={options} chosen={listId} choose={setChosen} />}
    >
      <ListManagement lists={lists} listId={listId} choose={setChosen} reload={reloadLists} />
      <PosterGrid isStale={titles.isStale}>
        {titles.items.map((title) => (
          <li key={title.id} className={styles.title}>
            <Poster title={title} />
            <button
              type="button"
              className={styles.letGo}
              aria-label={texts.remove(title.name)}
              onClick={() => remove(title)}
            >
              <Icon name="close" size={18} />
            </button>
          </li>
        ))}
        {titles.phase === 'loading' && titles.items.length === 0 && <PosterSkeletons count={12} />}
      </PosterGrid>
    </ListPage>
  )
}
