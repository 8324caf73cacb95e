import { use } from 'react'
import { CallCacheContext, callKey, isReplyOf, perform, useCall } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn } from '../../lib/session/session.ts'

const send = { page: 1, size: 100 }
const noFollows: ReadonlySet<number> = new Set()

export interface Follows {
  ids: ReadonlySet<number>
  toggle: (channelId: number) => void
}

/** Channels that the viewer follows. Updates are optimistic; visitors log in first. */
export function useFollows(): Follows {
  const cache = use(CallCacheContext)
  const script = useScript()
  const isIn = useSignedIn()
  const { data } = useCall('userFavorites', send, { enabled: isIn })
  const ids = isIn && data ? new Set(data.list.map(({ id }) => id)) : noFollows
  const toggle = async (id: number): Promise<void> => {
    const key = callKey('userFavorites', send, script)
    const before = cache?.read(key).data
    if (ids.has(id)) {
      if (isReplyOf('userFavorites', before))
        cache?.set(key, { ...before, list: before.list.filter((channel) => channel.id !== id) })
      await perform('userFavoriteCancelChannel', { ids: [id] }, script)
    } else await perform('userFavoriteSave', { type: 'live', id }, script)
    cache?.invalidate('userFavorites ')
  }
  return { ids, toggle: (id) => void toggle(id) }
}
