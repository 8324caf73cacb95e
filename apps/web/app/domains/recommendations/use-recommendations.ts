import type { Recommendation } from '@yunmu/contract'
import { use } from 'react'
import { CallCacheContext, callKey, isReplyOf, perform, useCall } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useHasSession } from '../../lib/session/session.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { showToast } from '../../lib/shell/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { recommendationTexts } from './recommendation-texts.ts'

interface Recommendations {
  /** Null while they load; empty for visitors and if they failed to load. */
  data: ReplyFrom<'userRecommendations'> | null
  dismiss: (recommendation: Recommendation) => void
}

const none: ReplyFrom<'userRecommendations'> = { list: [], sources: [] }

/** What the signed-in user may like. */
export function useRecommendations(): Recommendations {
  const texts = useTexts(recommendationTexts)
  const cache = use(CallCacheContext)
  const script = useScript()
  const isIn = useHasSession()
  const { data, isError } = useCall('userRecommendations', {}, { enabled: isIn })
  const dismiss = async ({ title }: Recommendation): Promise<void> => {
    const key = callKey('userRecommendations', {}, script)
    const before = cache?.read(key).data
    if (isReplyOf('userRecommendations', before))
      cache?.set(key, { ...before, list: before.list.filter((one) => one.title.id !== title.id) })
    if (await perform('userRecommendationDismiss', { id: title.id }, script))
      showToast({ text: texts.dismissed, kind: 'done' })
    else cache?.invalidate('userRecommendations ')
  }
  const isSettled = !isIn || isError
  return {
    data: isIn && data ? data : isSettled ? none : null,
    dismiss: (recommendation) => void dismiss(recommendation),
  }
}

/** Why a title is recommended. */
export function reasonText({ reason, detail }: Recommendation, texts: (typeof recommendationTexts)['s']): string {
  return reason === 'next' ? texts.next : texts[reason](detail)
}
