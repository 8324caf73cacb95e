import { perform } from '../../lib/calls/call-query.ts'
import { askToConfirm } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { commentTexts } from './comment-texts.ts'

interface Named {
  id: number
}

/** Takes back a comment of one's own: asks first, since there is no way back, and tells when it is done. */
export function useCommentRemoval(removed: (comment: Named) => void): (comment: Named) => Promise<void> {
  const script = useScript()
  const texts = useTexts(commentTexts)
  return async (comment) => {
    if (!(await askToConfirm({ title: texts.removeTitle, text: texts.removeText, confirmLabel: texts.remove }))) return
    if (!(await perform('commentDelete', { id: comment.id }, script))) return
    removed(comment)
    showToast({ text: texts.removed, kind: 'done' })
  }
}
