import type { Script } from '@yunmu/contract'
import { cacheRuleSec } from '@yunmu/contract/constants'
import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { RefusedError } from './call-errors.ts'
import type { CallName, ReplyFrom, SendTo } from './calls.ts'
import { useScript } from './preferences.tsx'

/** Makes a call that is no query of a page: a count, a choice, a permission. Throws as `makeCall` does. */
export async function callOnce<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  script: Script,
): Promise<ReplyFrom<Name>> {
  const { makeCall } = await import('./api-client.ts')
  return makeCall(name, send, script)
}

/** The query of a call: what the server's page filled, and what the browser asks for when it navigates. */
export function callQuery<Name extends CallName>(name: Name, send: SendTo<Name>, script: Script) {
  return queryOptions({
    queryKey: [name, send, script],
    queryFn: () => callOnce(name, send, script),
    staleTime: cacheRuleSec[1] * 1000,
    retry: (failures, err) => !(err instanceof RefusedError) && failures < 2,
  })
}

/** A call's data, in the reader's script unless another is named. While another page or script loads, what was there stays. */
export function useCall<Name extends CallName>(
  name: Name,
  send: SendTo<Name>,
  { script: asked, enabled = true }: { script?: Script; enabled?: boolean } = {},
): UseQueryResult<ReplyFrom<Name>> {
  const script = useScript()
  return useQuery({ ...callQuery(name, send, asked ?? script), enabled, placeholderData: keepPreviousData })
}
