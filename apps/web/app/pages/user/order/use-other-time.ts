import { useEffect, useState } from 'react'
import { callOnce } from '../../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../../lib/calls/calls.ts'
import { useUser } from '../../../lib/session/session.ts'
import { useScript } from '../../../lib/site/preferences.tsx'

export type OtherEntry = ReplyFrom<'userVipEntries'>['list'][number]

/** What codes, gifts and trials gave the user; read again when the membership changes. */
export function useOtherTime(): readonly OtherEntry[] {
  const script = useScript()
  const endSec = useUser()?.userEndTime
  const [entries, setEntries] = useState<readonly OtherEntry[]>([])
  useEffect(() => {
    callOnce('userVipEntries', {}, script).then(
      ({ list }) => setEntries(list),
      () => undefined,
    )
  }, [script, endSec])
  return entries
}
