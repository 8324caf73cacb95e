import type { HistoryItem, WatchType } from '@yunmu/contract'
import { useState } from 'react'
import { itemKey } from '../../../domains/library/history-rules.ts'
import { callOnce, perform } from '../../../lib/calls/call-query.ts'
import { askToConfirm } from '../../../lib/shell/dialogs.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { dismissToast, showToast, toasts } from '../../../lib/shell/toasts.ts'
import { deleteAllWatches, deleteWatch } from '../../../lib/watching/watch-records.ts'
import { useDebounced } from '../../../ui/behaviour/use-debounced.ts'
import { historyTexts } from './history-texts.ts'
import { usePagedList, type PagedList } from '../../../lib/calls/use-paged-list.ts'

const size = 30
const debounceMs = 300

export type HistoryKind = 'all' | WatchType

export interface History {
  list: PagedList<HistoryItem>
  kind: HistoryKind
  setKind: (kind: HistoryKind) => void
  query: string
  /** The debounced query that the list belongs to. */
  debouncedQuery: string
  setQuery: (query: string) => void
  remove: (items: readonly HistoryItem[]) => void
  clear: () => Promise<void>
}

/** Only the last deletion can be undone: earlier undo buttons would restore the wrong records. */
function dismissUndoToasts(undo: string): void {
  for (const { id, action } of toasts.getState().list) if (action?.label === undo) dismissToast(id)
}

/** Watch history of the signed-in user, with its actions. */
export function useHistory(): History {
  const script = useScript()
  const texts = useTexts(historyTexts)
  const [kind, setKind] = useState<HistoryKind>('all')
  const [query, setQuery] = useState('')
  const debouncedQuery = useDebounced(query.trim(), debounceMs)
  const list = usePagedList<HistoryItem>({
    query: `${script} ${kind} ${debouncedQuery}`,
    load: (page) => callOnce('vodHistoryList', { kind, q: debouncedQuery, page, size }, script),
    keyOf: itemKey,
    size,
  })
  /** Offers to undo a deletion. */
  const offerUndo = (text: string, keys: readonly string[]): void => {
    dismissUndoToasts(texts.undo)
    const run = (): void => {
      list.show(keys)
      void perform('userHistoryRestore', {}, script).then((done) => (done ? list.reload() : list.hide(keys)))
    }
    showToast({ text, kind: 'done', action: { label: texts.undo, run } })
  }
  const remove = (items: readonly HistoryItem[]): void => {
    const keys = items.map(itemKey)
    list.hide(keys)
    void perform('userHistoryDelete', { list: items.map(({ type, id }) => ({ type, id })) }, script).then((done) => {
      if (!done) {
        list.show(keys)
        return
      }
      for (const item of items) deleteWatch(item)
      offerUndo(texts.deleted(items.length), keys)
    })
  }
  const clear = async (): Promise<void> => {
    if (!(await askToConfirm({ title: texts.clearTitle, text: texts.clearText, confirmLabel: texts.clear }))) return
    const keys = list.items.map(itemKey)
    list.hide(keys)
    if (!(await perform('userHistoryClear', {}, script))) {
      list.show(keys)
      return
    }
    deleteAllWatches()
    offerUndo(texts.cleared, keys)
  }
  return { list, kind, setKind, query, debouncedQuery, setQuery, remove, clear }
}
