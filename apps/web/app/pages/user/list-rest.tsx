import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Icon } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import type { PagedList } from './use-paged-list.ts'
import { userTexts } from './user-texts.ts'

interface RestProps {
  list: Pick<PagedList<unknown>, 'items' | 'phase' | 'retry'>
  /** Boxes of the size of what is on its way. */
  skeleton: ReactNode
  /** What is said where there is nothing. */
  empty: ReactNode
}

/** What stands after the items of a list: what is on its way, what went wrong, or that there is nothing. */
export function ListRest({ list, skeleton, empty }: RestProps) {
  const texts = useTexts(userTexts)
  if (list.phase === 'failed')
    return (
      <Message text={texts.failed}>
        <button type="button" onClick={list.retry}>
          {texts.retry}
          <Icon name="next" size={16} />
        </button>
      </Message>
    )
  if (list.phase === 'loading') return skeleton
  return list.items.length === 0 && empty
}
