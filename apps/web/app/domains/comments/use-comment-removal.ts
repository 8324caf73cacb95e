import { perform } from '../../lib/calls/call-query.ts'
import { askToConfirm } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { commentTexts } from './comment-texts.ts'

interface CommentRef {
  id: number
}

/** Deletes an own comment after confirmation, and shows a toast. */
export function useCommentRemoval(onRemoved: (comment: CommentRef) => void): (comment: CommentRef) => Promise<void> {
  const script = useScript()
  const texts = useTexts(commentTexts)
  return async (comment) => {
    if (!(await askToConfirm({ title: texts.removeTitle, text: texts.removeText, confirmLabel: texts.remove }))) return
    if (!(await perform('commentDelete', { id: comment.id }, script))) return
    onRemoved(comment)
    showToast({ text: texts.removed, kind: 'done' })
  }
}
