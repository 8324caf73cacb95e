import { useTexts } from '../../lib/texts.ts'
import { EmptyPage } from './empty-page.tsx'
import { userTexts } from './user-texts.ts'

/** 关注频道. */
export default function UserAccessRoute() {
  const texts = useTexts(userTexts)
  return <EmptyPage title={texts.follows} empty={texts.noFollows} />
}
