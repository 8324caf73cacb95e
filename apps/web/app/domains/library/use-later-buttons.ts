import { laterListId } from '@yunmu/contract/constants'
import { use, useEffect, useEffectEvent } from 'react'
import { CallCacheContext, callOnce, perform } from '../../lib/calls/call-query.ts'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { showToast } from '../../lib/shell/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { listTexts } from './list-texts.ts'

/** Handles the buttons 稍后看 of all posters: their code need not be loaded before the posters are shown. */
export function useLaterButtons(): void {
  const texts = useTexts(listTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const add = useEffectEvent(async (id: number): Promise<void> => {
    const action = { label: texts.otherList, run: () => void openDialog('lists', id) }
    try {
      await callOnce('userListAdd', { list: laterListId, id }, script)
    } catch (err) {
      if (err instanceof RefusedError && err.refusal === 'AlreadyDone')
        showToast({ text: texts.alreadyLater, kind: 'done', action })
      else await perform('userListAdd', { list: laterListId, id }, script)
      return
    }
    showToast({ text: texts.addedLater, kind: 'done', action })
    cache?.invalidate('userLists ')
    cache?.invalidate('vodWatchRecord ')
  })
  useEffect(() => {
    const pressed = ({ target }: MouseEvent): void => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-later]') : null
      if (button) void add(Number(button.dataset.later))
    }
    document.addEventListener('click', pressed)
    return () => document.removeEventListener('click', pressed)
  }, [])
}
