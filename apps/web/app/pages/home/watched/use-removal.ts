import type { HistoryItem } from '@yunmu/contract'
import { useCallback, useState } from 'react'
import { itemKey } from '../../../domains/library/history-rules.ts'
import { perform } from '../../../lib/calls/call-query.ts'
import { isSignedIn } from '../../../lib/session/session.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { deleteWatch, readWatchRecords, recordTypeOf, saveWatch } from '../../../lib/watching/watch-records.ts'
import { watchedTexts } from './watched-texts.ts'

interface Removal {
  isRemoved: (key: string) => boolean
  /** Removes a title from the history of the account and of this browser, and offers to undo it. */
  remove: (item: HistoryItem) => void
}

export function useRemoval(): Removal {
  const texts = useTexts(watchedTexts)
  const script = useScript()
  const [removedKeys, setRemovedKeys] = useState<ReadonlySet<string>>(new Set())
  const setRemoved = (key: string, isRemoved: boolean): void =>
    setRemovedKeys((before) => {
      const next = new Set(before)
      if (isRemoved) next.add(key)
      else next.delete(key)
      return next
    })
  const remove = async (item: HistoryItem): Promise<void> => {
    const key = itemKey(item)
    const isIn = isSignedIn()
    setRemoved(key, true)
    const list = [{ type: item.type, id: item.id }]
    if (isIn && !(await perform('userHistoryDelete', { list }, script))) {
      setRemoved(key, false)
      return
    }
    const own = readWatchRecords().filter(({ type, id }) => type === recordTypeOf(item.type) && id === item.id)
    deleteWatch(item)
    const restore = async (): Promise<void> => {
      if (isIn && !(await perform('userHistoryRestore', {}, script))) return
      for (const record of own.toReversed()) saveWatch(record)
      setRemoved(key, false)
    }
    showToast({
      text: texts.removed(item.name),
      kind: 'done',
      action: { label: texts.undo, run: () => void restore() },
    })
  }
  const isRemoved = useCallback((key: string) => removedKeys.has(key), [removedKeys])
  return { isRemoved, remove: (item) => void remove(item) }
}
