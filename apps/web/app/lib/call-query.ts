import { cacheRuleSec, type Call, type RefusalName, type Schema, type Script } from '@yunmu/contract'
import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { makeCall, RefusedError } from './api-client.ts'
import { useScript } from './preferences.tsx'

/** The query of a call: what the server's page filled, and what the browser asks for when it navigates. */
export function callQuery<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  call: Call<Send, Reply, Refused>,
  send: z.output<Send>,
  script: Script,
) {
  return queryOptions({
    queryKey: [call.name, send, script],
    queryFn: (): Promise<z.output<Reply>> => makeCall(call, send, script),
    staleTime: cacheRuleSec[1] * 1000,
    retry: (failures, err) => !(err instanceof RefusedError) && failures < 2,
  })
}

/** A call's data in the reader's script. While another page or script loads, what was there stays. */
export function useCall<Send extends Schema, Reply extends Schema, Refused extends RefusalName>(
  call: Call<Send, Reply, Refused>,
  send: z.output<Send>,
  options: { enabled?: boolean } = {},
): UseQueryResult<z.output<Reply>> {
  const script = useScript()
  return useQuery({ ...callQuery(call, send, script), ...options, placeholderData: keepPreviousData })
}
