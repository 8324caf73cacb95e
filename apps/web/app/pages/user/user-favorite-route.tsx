import type { TitleCard } from '@yunmu/contract'
import { Link } from 'react-router'
import { callOnce, perform } from '../../lib/call-query.ts'
import { useScript } from '../../lib/preferences.tsx'
import { useTexts } from '../../lib/texts.ts'
import { showToast } from '../../lib/toasts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PosterGrid } from '../../ui/poster-grid.tsx'
import { Poster } from '../../ui/poster.tsx'
import { PosterSkeletons } from '../../ui/skeleton.tsx'
import { useFoot } from '../../ui/use-foot.ts'
import styles from './favorite.module.css'
import { ListRest } from './list-rest.tsx'
import { usePagedList, type PagedList } from './use-paged-list.ts'
import area from './user-area.module.css'
import { userTexts } from './user-texts.ts'

const size = 30
const keyOf = ({ id }: TitleCard): string => String(id)

/** 我的收藏: the kept titles, the newest first. */
export default function UserFavoriteRoute() {
  const texts = useTexts(userTexts)
  const script = useScript()
  const list = usePagedList<TitleCard>({
    question: script,
    load: (page) => callOnce('vodFavoriteList', { page, size }, script),
    keyOf,
    size,
  })
  const letGo = useLetGo(list)
  const foot = useFoot(list.phase === 'idle' && !list.isWhole, list.more)
  return (
    <>
      <PageHead title={texts.favourites} />
      <div className={area.head}>
        <h1 className={area.title}>{texts.favourites}</h1>
      </div>
      <PosterGrid>
        {list.items.map((title) => (
          <li key={title.id} className={styles.title}>
            <Poster title={title} />
            <button
              type="button"
              className={styles.letGo}
              aria-label={texts.letGo(title.name)}
              onClick={() => letGo(title)}
            >
              <Icon name="heart-full" size={18} />
            </button>
          </li>
        ))}
        {list.phase === 'loading' && <PosterSkeletons count={12} />}
      </PosterGrid>
      <ListRest
        list={list}
        skeleton={null}
        empty={
          <Message text={texts.noFavourites}>
            <Link to={homeUrl}>
              {texts.home}
              <Icon name="next" size={16} />
            </Link>
          </Message>
        }
      />
      <div ref={foot} />
    </>
  )
}

/** Lets go of a title at once; it can be taken back while the offer stands. */
function useLetGo(list: PagedList<TitleCard>): (title: TitleCard) => void {
  const texts = useTexts(userTexts)
  const script = useScript()
  return (title) => {
    const keys = [keyOf(title)]
    list.hide(keys)
    const takeBack = (): void => {
      list.show(keys)
      void perform('vodFavorite', { id: title.id }, script)
    }
    void perform('vodFavoriteCancel', { ids: [title.id] }, script).then((done) => {
      if (!done) list.show(keys)
      else showToast({ text: texts.gone(title.name), kind: 'done', action: { label: texts.undo, run: takeBack } })
    })
  }
}
