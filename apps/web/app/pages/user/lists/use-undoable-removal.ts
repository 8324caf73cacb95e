import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import type { PagedList } from '../../../lib/calls/use-paged-list.ts'
import { userTexts } from '../user-texts.ts'

interface UndoableRemoval<Item> {
  list: PagedList<Item>
  keyOf: (item: Item) => string
  /** Removes the item on the server; null if refused. */
  remove: (item: Item) => Promise<object | null>
  /** Restores the item on the server; null if refused. */
  restore: (item: Item) => Promise<object | null>
  /** Text of the toast after removal. */
  removedText: (item: Item) => string
}

/** Removes an item from a list at once; the toast offers to undo it. */
export function useUndoableRemoval<Item>({
  list,
  keyOf,
  remove,
  restore,
  removedText,
}: UndoableRemoval<Item>): (item: Item) => void {
  const texts = useTexts(userTexts)
  return (item) => {
    const keys = [keyOf(item)]
    list.hide(keys)
    const undo = (): void => {
      list.show(keys)
      // After a refusal the server's state is unknown.
      void restore(item).then((done) => done === null && list.reload())
    }
    void remove(item).then((done) => {
      if (done === null) list.show(keys)
      else showToast({ text: removedText(item), kind: 'done', action: { label: texts.undo, run: undo } })
    })
  }
}
