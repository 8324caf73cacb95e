import { useTexts } from '../../lib/texts.ts'
import { EmptyPage } from './empty-page.tsx'
import { userTexts } from './user-texts.ts'

/** 我的评论. */
export default function UserCommentRoute() {
  const texts = useTexts(userTexts)
  return <EmptyPage title={texts.comments} empty={texts.noComments} />
}
