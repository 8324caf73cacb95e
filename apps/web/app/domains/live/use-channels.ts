import type { Channel } from '@yunmu/contract'
import { use, useEffect, useState } from 'react'
import { CallCacheContext, callKey, isReplyOf, useCall, requestOf } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'

/** The first page of all channels; pages load it before rendering. */
export const channelsCall = { page: 1, size: 100 } as const

/**
 * All channels by number: the first hundred with the page, the others as they load. Empty until the first are known.
 */
export function useChannels(): readonly Channel[] {
  const cache = use(CallCacheContext)
  const script = useScript()
  const { data } = useCall('indexTvs', channelsCall)
  const [rest, setRest] = useState<readonly Channel[]>([])
  const total = data?.total ?? 0
  useEffect(() => {
    if (!cache || total <= channelsCall.size) return
    let isCurrent = true
    const loadRest = async (): Promise<void> => {
      const more: Channel[] = []
      for (let page = 2; (page - 1) * channelsCall.size < total; page++) {
        const send = { ...channelsCall, page }
        const reply = await cache.fetch(callKey('indexTvs', send, script), requestOf('indexTvs', send, script))
        if (!isCurrent || !isReplyOf('indexTvs', reply)) return
        more.push(...reply.list)
        setRest([...more])
      }
    }
    // The list stays incomplete until the page is opened again.
    loadRest().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [cache, script, total])
  return data ? [...data.list, ...(total > channelsCall.size ? rest : [])] : []
}
