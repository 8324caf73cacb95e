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
import type { loadReply, makeCall } from './api-client.ts'
import type { CallCache, CallRequest } from './call-cache.ts'
import { RefusedError, UnreachableError } from './call-errors.ts'
import type { CallName, ReplyFrom, SendTo } from './calls.ts'
import { useScript } from '../site/preferences.tsx'
import { reactionTo } from '../session/session-rules.ts'
import { isSignedIn } from '../session/session.ts'
import { showToast } from '../shell/toasts.ts'

/** The cache of this page. */
export const CallCacheContext = createContext<CallCache | null>(null)

/** Cached, because a page that is being left has no time for another import. */
let client: { readonly makeCall: typeof makeCall; readonly loadReply: typeof loadReply } | null = null

/** Makes a call without the cache. Throws as `makeCall` does. */
export async function callOnce<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  script: Script,
): Promise<ReplyFrom<Name>> {
  client ??= await import('./api-client.ts')
  return client.makeCall(name, send, script)
}

/**
 * Makes a call for an action of the user outside forms. Returns null if it failed; the user has been notified by a toast if
 * the refusal is one to show.
 */
export async function perform<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  script: Script,
): Promise<ReplyFrom<Name> | null> {
  try {
    return await callOnce(name, send, script)
  } catch (err) {
    showFailure(err)
    return null
  }
}

/** Notifies the user by a toast why a call failed, if the refusal is one to show. @throws what is no failure of a call */
export function showFailure(err: unknown): void {
  if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
  if (err instanceof UnreachableError || reactionTo(err.code) === 'warn')
    showToast({ text: err.message, kind: 'warning' })
}

/** The cache of this page. `reader` names the hook in the error for a component outside the context. */
function useCallCache(reader: string): CallCache {
  const cache = use(CallCacheContext)
  if (!cache) throw new Error(`${reader} was used outside CallCacheContext`)
  return cache
}

/** Increases when another user signs in, or the user signs out. */
export function useViewerVersion(): number {
  const cache = useCallCache('useViewerVersion()')
  return useSyncExternalStore(cache.subscribeViewer, cache.viewerVersion, cache.viewerVersion)
}

/** Cache key of a call: its name, the script, and its input with sorted fields. */
export const callKey = <Name extends CallName>(name: Name, send: SendTo<Name>, script: Script): string =>
  `${name} ${script} ${JSON.stringify(Object.entries(send).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`

/** Data under the key of a call is its reply: the server's filter or the API client has validated it. */
export const isReplyOf = <Name extends CallName>(_name: Name, data: unknown): data is ReplyFrom<Name> =>
  data !== undefined

/** Calls whose replies may be older than the default. */
const freshnessRules: Partial<Record<CallName, keyof typeof cacheRuleSec>> = {
  indexNavs: navListRule,
  vodListType: categoryListRule,
  indexAnchorCheck: anchorListRule,
  indexMessages: bulletinRule,
  indexMessageState: bulletinRule,
  indexSearchHotKeywords: hotKeywordRule,
  indexSeo: navListRule,
}

/** How long a reply of a call is not requested again, milliseconds. Site data is requested once per session. */
export const freshForMsOf = (name: CallName): number =>
  name === 'indexData' ? Infinity : cacheRuleSec[freshnessRules[name] ?? 1] * 1000

/** How the cache requests a call. Refused calls are not retried. */
export const requestOf = <Name extends CallName>(name: Name, send: SendTo<Name>, script: Script): CallRequest => ({
  async load() {
    client ??= await import('./api-client.ts')
    return client.loadReply(name, send, script)
  },
  freshForMs: freshForMsOf(name),
  mayRetry: (err, failures) => !(err instanceof RefusedError) && failures < 3,
})

/** A call that failed in the loader is not repeated by the page that is then rendered. */
const refetchPauseMs = 1000

export interface CallState<Reply> {
  data: Reply | undefined
  /** Whether the last attempt failed. There may still be data of an earlier one. */
  isError: boolean
  error: unknown
  /** Whether the data is that of the previous call, shown until this one has a reply. */
  isPlaceholderData: boolean
  refetch: () => void
}

interface CallOptions {
  script?: Script
  enabled?: boolean
  /** The reply says something of the viewer that is shown: who is signed in does not go on with the visitors' reply. */
  isPersonal?: boolean
}

/**
 * A call's data, in the viewer's script unless another is given. The previous data is shown while that of another input or
 * script loads. Failed calls are repeated when the network returns.
 */
export function useCall<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  { script: requested, enabled = true, isPersonal = false }: CallOptions = {},
): CallState<ReplyFrom<Name>> {
  const own = useScript()
  const cache = useCallCache(`useCall('${name}')`)
  const script = requested ?? own
  const key = callKey(name, send, script)
  const read = () => cache.read(key)
  const state = useSyncExternalStore((listener) => cache.subscribe(key, listener), read, read)
  const { data, forEverybody, error, atMs, failedMs = 0, ofVisitor = false } = state
  const reply = isReplyOf(name, data) ? data : undefined
  const viewerVersion = cache.viewerVersion()
  const [last, setLast] = useState({ reply, forEverybody, viewerVersion })
  if (reply !== undefined && (reply !== last.reply || viewerVersion !== last.viewerVersion))
    setLast({ reply, forEverybody, viewerVersion })
  else if (viewerVersion !== last.viewerVersion)
    setLast({ ...last, reply: isReplyOf(name, last.forEverybody) ? last.forEverybody : undefined, viewerVersion })
  const shown = viewerVersion === last.viewerVersion ? last.reply : undefined

  const refetch = (): void => {
    const request = requestOf(name, send, script)
    const ofAnother = isPersonal && ofVisitor && isSignedIn()
    cache.fetch(key, ofAnother ? { ...request, freshForMs: 0 } : request).catch(() => undefined)
  }
  const isError = error !== null
  const isStale = atMs === 0
  const refetchNow = useEffectEvent(refetch)
  const refetchUnlessJustFailed = useEffectEvent(() => {
    if (Date.now() - failedMs > refetchPauseMs) refetchNow()
  })
  useEffect(() => {
    if (enabled) refetchUnlessJustFailed()
  }, [key, enabled, isStale, viewerVersion])
  useEffect(() => {
    if (!isError || !enabled) return
    const onOnline = (): void => refetchNow()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [isError, enabled])
  return {
    data: reply ?? shown,
    isError,
    error,
    isPlaceholderData: reply === undefined && shown !== undefined,
    refetch,
  }
}
