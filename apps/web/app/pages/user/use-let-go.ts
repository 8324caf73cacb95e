import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import type { PagedList } from '../../lib/calls/use-paged-list.ts'
import { userTexts } from './user-texts.ts'

interface LetGo<Item> {
  list: PagedList<Item>
  keyOf: (item: Item) => string
  /** Has the station let it go; null where it would not. */
  cancel: (item: Item) => Promise<object | null>
  /** Has the station take it back; null where it would not. */
  keep: (item: Item) => Promise<object | null>
  /** What is said when it is gone. */
  said: (item: Item) => string
}

/** Lets go of something in a list at once; it can be taken back while the offer stands. */
export function useLetGo<Item>({ list, keyOf, cancel, keep, said }: LetGo<Item>): (item: Item) => void {
  const texts = useTexts(userTexts)
  return (item) => {
    const keys = [keyOf(item)]
    list.hide(keys)
    const takeBack = (): void => {
      list.show(keys)
      // Only the station knows what became of it where it would not.
      void keep(item).then((done) => done === null && list.renew())
    }
    void cancel(item).then((done) => {
      if (done === null) list.show(keys)
      else showToast({ text: said(item), kind: 'done', action: { label: texts.undo, run: takeBack } })
    })
  }
}
