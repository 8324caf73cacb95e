import type { Script } from '@yunmu/contract'
import {
  anchorListRule,
  bulletinRule,
  cacheRuleSec,
  categoryListRule,
  hotKeywordRule,
  navListRule,
} from '@yunmu/contract/constants'
import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { makeCall } from './api-client.ts'
import { stillShown, type CallCache, type Want } from './call-cache.ts'
import { RefusedError, UnreachableError } from './call-errors.ts'
import type { CallName, ReplyFrom, SendTo } from './calls.ts'
import { useScript } from '../site/preferences.tsx'
import { reactionTo } from '../session/session-rules.ts'
import { showToast } from '../shell/toasts.ts'

/** The cache of this page. */
export const CallCacheContext = createContext<CallCache | null>(null)

/** Kept when it is there: a page that is being left has no time for another look. */
let client: { readonly makeCall: typeof makeCall } | null = null

/** Makes a call that no page is drawn from: a count, a choice, a permission. Throws as `makeCall` does. */
export async function callOnce<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  script: Script,
): Promise<ReplyFrom<Name>> {
  client ??= await import('./api-client.ts')
  return client.makeCall(name, send, script)
}

/**
 * Makes a call that a person asked for with a press and that has no form of its own to answer in. Null where it came to
 * nothing: the person was told why, or there was nothing to tell.
 */
export async function perform<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  script: Script,
): Promise<ReplyFrom<Name> | null> {
  try {
    return await callOnce(name, send, script)
  } catch (err) {
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
    if (err instanceof UnreachableError || reactionTo(err.code) === 'warn')
      showToast({ text: err.message, kind: 'warning' })
    return null
  }
}

/** The key of a call: its name, what it sends in any order, and the script. */
export const callKey = <Name extends CallName>(name: Name, send: SendTo<Name>, script: Script): string =>
  `${name} ${script} ${JSON.stringify(Object.entries(send).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`

/** Under the key of a call stands nothing but its reply: the server's filter or the api client has checked it. */
export const isReplyOf = <Name extends CallName>(_name: Name, data: unknown): data is ReplyFrom<Name> =>
  data !== undefined

/** The rules in minutes of calls whose answers may be older than the rest. */
const rules: Partial<Record<CallName, keyof typeof cacheRuleSec>> = {
  indexNavs: navListRule,
  vodListType: categoryListRule,
  indexAnchorCheck: anchorListRule,
  indexMessages: bulletinRule,
  indexMessageState: bulletinRule,
  indexSearchHotKeywords: hotKeywordRule,
  indexSeo: navListRule,
}

/** How a call is asked for. What the server refuses is not asked again. */
export const wantOf = <Name extends CallName>(name: Name, send: SendTo<Name>, script: Script): Want => ({
  load: () => callOnce(name, send, script),
  // Site data is asked for once a session.
  freshForMs: name === 'indexData' ? Infinity : cacheRuleSec[rules[name] ?? 1] * 1000,
  mayRetry: (err, failures) => !(err instanceof RefusedError) && failures < 3,
})

/** What the way to a page asked in vain is not asked again by the page that then stands there. */
const justFailedMs = 1000

export interface CallState<Reply> {
  data: Reply | undefined
  /** Whether the last attempt failed. Data of an earlier one may be there all the same. */
  isError: boolean
  error: unknown
  /** Whether the data is that of the call before, shown until this one is answered. */
  isPlaceholderData: boolean
  refetch: () => void
}

/**
 * A call's data, in the reader's script unless another is named. While another page or script loads, what was there
 * stays; what failed for want of a network is asked again when it is back.
 */
export function useCall<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  { script: asked, enabled = true }: { script?: Script; enabled?: boolean } = {},
): CallState<ReplyFrom<Name>> {
  const own = useScript()
  const cache = use(CallCacheContext)
  if (!cache) throw new Error('no context')
  const script = asked ?? own
  const key = callKey(name, send, script)
  const read = () => cache.read(key)
  const { data, error, atMs, failedMs = 0 } = useSyncExternalStore((listener) => cache.watch(key, listener), read, read)
  const reply = isReplyOf(name, data) ? data : undefined
  const asker = cache.asker()
  const [last, setLast] = useState({ reply, asker })
  if (reply !== undefined && (reply !== last.reply || asker !== last.asker)) setLast({ reply, asker })
  const shown = stillShown(name, last, asker)

  const refetch = (): void => {
    cache.want(key, wantOf(name, send, script)).catch(() => undefined)
  }
  const isError = error !== null
  const isOutdated = atMs === 0
  const ask = useEffectEvent(refetch)
  const begin = useEffectEvent(() => {
    if (Date.now() - failedMs > justFailedMs) ask()
  })
  useEffect(() => {
    if (enabled) begin()
  }, [key, enabled, isOutdated])
  useEffect(() => {
    if (!isError || !enabled) return
    const again = (): void => ask()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isError, enabled])
  return {
    data: reply ?? shown,
    isError,
    error,
    isPlaceholderData: reply === undefined && shown !== undefined,
    refetch,
  }
}
