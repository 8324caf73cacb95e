import type { HistoryItem } from '@yunmu/contract'
import { useState } from 'react'
import { itemKey } from '../../domains/library/history-rules.ts'
import { callOnce, perform } from '../../lib/calls/call-query.ts'
import { askToConfirm } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { dismissToast, showToast, toasts } from '../../lib/shell/toasts.ts'
import { deleteAllWatches, deleteWatch } from '../../lib/watching/watch-records.ts'
import { useDebounced } from '../../ui/behaviour/use-debounced.ts'
import { historyTexts } from './history-texts.ts'
import { usePagedList, type PagedList } from '../../lib/calls/use-paged-list.ts'

const size = 30
const restMs = 300

export type HistoryKind = 'all' | 'tv' | 'vod' | 'live'

export interface History {
  list: PagedList<HistoryItem>
  kind: HistoryKind
  choose: (kind: HistoryKind) => void
  query: string
  /** What the list answers: the query once the typing rests. */
  answered: string
  search: (query: string) => void
  remove: (items: readonly HistoryItem[]) => void
  clear: () => Promise<void>
}

/** Only what was taken away last can be brought back: an older offer would bring back something else. */
function dropOffers(undo: string): void {
  for (const { id, action } of toasts.getState().list) if (action?.label === undo) dismissToast(id)
}

/** The history of who is signed in, and what can be done with it. */
export function useHistory(): History {
  const script = useScript()
  const texts = useTexts(historyTexts)
  const [kind, choose] = useState<HistoryKind>('all')
  const [query, search] = useState('')
  const answered = useDebounced(query.trim(), restMs)
  const list = usePagedList<HistoryItem>({
    question: `${script} ${kind} ${answered}`,
    load: (page) => callOnce('vodHistoryList', { kind, q: answered, page, size }, script),
    keyOf: itemKey,
    size,
  })
  /** Offers to bring back what the station took away. */
  const offer = (text: string, keys: readonly string[]): void => {
    dropOffers(texts.undo)
    const run = (): void => {
      list.show(keys)
      void perform('userHistoryRestore', {}, script).then((done) => (done ? list.renew() : list.hide(keys)))
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
      for (const { type, id } of items) deleteWatch({ type: type === 'live' ? 'live' : 'vod', id })
      offer(texts.deleted(items.length), keys)
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
    offer(texts.cleared, keys)
  }
  return { list, kind, choose, query, answered, search, remove, clear }
}
