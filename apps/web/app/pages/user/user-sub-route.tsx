import { useTexts } from '../../lib/texts.ts'
import { EmptyPage } from './empty-page.tsx'
import { userTexts } from './user-texts.ts'

/** 订阅赛事. */
export default function UserSubRoute() {
  const texts = useTexts(userTexts)
  return <EmptyPage title={texts.subscriptions} empty={texts.noSubscriptions} />
}
