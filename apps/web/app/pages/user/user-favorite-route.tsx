import type { TitleCard } from '@yunmu/contract'
import { callOnce, perform } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { PosterGrid } from '../../ui/titles/poster-grid.tsx'
import { Poster } from '../../ui/titles/poster.tsx'
import { PosterSkeletons } from '../../ui/feedback/skeleton.tsx'
import styles from './favorite.module.css'
import { ListPage } from './lists/list-page.tsx'
import { useUndoableRemoval } from './lists/use-undoable-removal.ts'
import { usePagedList } from '../../lib/calls/use-paged-list.ts'
import { userTexts } from './user-texts.ts'

const size = 30
const keyOf = ({ id }: TitleCard): string => String(id)

/** 我的收藏: favourite titles, newest first. */
export default function UserFavoriteRoute() {
  const texts = useTexts(userTexts)
  const script = useScript()
  const list = usePagedList<TitleCard>({
    query: script,
    load: (page) => callOnce('vodFavoriteList', { page, size }, script),
    keyOf,
    size,
  })
  const removeFavourite = useUndoableRemoval({
    list,
    keyOf,
    remove: ({ id }) => perform('vodFavoriteCancel', { ids: [id] }, script),
    restore: ({ id }) => perform('vodFavorite', { id }, script),
    removedText: ({ name }) => texts.gone(name),
  })
  return (
    <ListPage page="UserFavorite" title={texts.favourites} list={list} empty={texts.noFavourites}>
      <PosterGrid>
        {list.items.map((title) => (
          <li key={title.id} className={styles.title}>
            <Poster title={title} />
            <button
              type="button"
              className={styles.letGo}
              aria-label={texts.removeFavourite(title.name)}
              onClick={() => removeFavourite(title)}
            >
              <Icon name="heart-full" size={18} />
            </button>
          </li>
        ))}
        {list.phase === 'loading' && <PosterSkeletons count={12} />}
      </PosterGrid>
    </ListPage>
  )
}
