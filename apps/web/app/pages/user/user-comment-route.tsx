import type { OwnComment } from '@yunmu/contract'
import { useCommentRemoval } from '../../domains/comments/use-comment-removal.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { CommentRow } from './lists/comment-row.tsx'
import { ListPage } from './lists/list-page.tsx'
import { RowSkeletons } from './lists/row-skeletons.tsx'
import { usePagedList } from '../../lib/calls/use-paged-list.ts'
import { userTexts } from './user-texts.ts'

const size = 30

/** 我的评论: own comments, newest first. */
export default function UserCommentRoute() {
  const texts = useTexts(userTexts)
  const script = useScript()
  const list = usePagedList<OwnComment>({
    query: script,
    load: (page) => callOnce('myCommentList', { page, size }, script),
    keyOf: ({ id }) => String(id),
    size,
  })
  const remove = useCommentRemoval(({ id }) => list.hide([String(id)]))
  const nowSec = list.items.length === 0 ? 0 : serverNowSec()
  return (
    <ListPage
      page="UserComment"
      title={texts.comments}
      list={list}
      skeleton={<RowSkeletons height={112} />}
      empty={texts.noComments}
    >
      <ul>
        {list.items.map((comment) => (
          <CommentRow key={comment.id} comment={comment} nowSec={nowSec} remove={() => void remove(comment)} />
        ))}
      </ul>
    </ListPage>
  )
}
