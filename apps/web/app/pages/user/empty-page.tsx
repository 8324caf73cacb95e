import { Link } from 'react-router'
import { useTexts } from '../../lib/texts.ts'
import { homeUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ListRest } from './list-rest.tsx'
import area from './user-area.module.css'
import { userTexts } from './user-texts.ts'

/** Nothing can be in a list whose things do not exist yet. */
const nothing = { items: [], phase: 'idle', retry: () => {} } as const

/** A list of the user area that nothing can be in yet. */
export function EmptyPage({ title, empty }: { title: string; empty: string }) {
  const texts = useTexts(userTexts)
  return (
    <>
      <PageHead title={title} />
      <div className={area.head}>
        <h1 className={area.title}>{title}</h1>
      </div>
      <ListRest
        list={nothing}
        skeleton={null}
        empty={
          <Message text={empty}>
            <Link to={homeUrl}>
              {texts.home}
              <Icon name="next" size={16} />
            </Link>
          </Message>
        }
      />
    </>
  )
}
