import type { SeoPage } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { Link } from '../../../ui/link.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { homeUrl } from '../../../lib/urls.ts'
import { Icon } from '../../../ui/icons/icons.tsx'
import { StatusMessage } from '../../../ui/feedback/status-message.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { useEndReached } from '../../../ui/behaviour/use-end-reached.ts'
import { ListStatus } from './list-status.tsx'
import type { PagedList } from '../../../lib/calls/use-paged-list.ts'
import area from '../user-area.module.css'
import { userTexts } from '../user-texts.ts'

interface ListPageProps {
  page: SeoPage
  title: string
  list: Pick<PagedList<unknown>, 'items' | 'phase' | 'isComplete' | 'loadMore' | 'retry'>
  /** Placeholders while loading, if the items do not bring their own. */
  skeleton?: ReactNode
  /** Message for an empty list. */
  empty: string
  /** Beside the heading. */
  head?: ReactNode
  /** The items. */
  children: ReactNode
}

/** A page of the user area with one list; more items load by scrolling. */
export function ListPage({ page, title, list, skeleton = null, empty, head, children }: ListPageProps) {
  const texts = useTexts(userTexts)
  const sentinel = useEndReached(list.phase === 'idle' && !list.isComplete, list.loadMore)
  return (
    <>
      <PageMeta page={page} title={title} />
      <div className={area.head}>
        <h1 className={area.title}>{title}</h1>
        {head}
      </div>
      {children}
      <ListStatus
        list={list}
        skeleton={skeleton}
        empty={
          <StatusMessage text={empty}>
            <Link to={homeUrl}>
              {texts.home}
              <Icon name="next" size={16} />
            </Link>
          </StatusMessage>
        }
      />
      <div ref={sentinel} />
    </>
  )
}
