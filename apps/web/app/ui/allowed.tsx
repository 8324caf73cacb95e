import type { ReactNode } from 'react'
import type { Authority } from '../lib/session/allowed-rules.ts'
import { useAllowed } from '../lib/session/use-allowed.ts'

/** Shows what it holds to the named roles alone; with `not`, to all others. */
export function Allowed({ authority, not, children }: { authority: Authority; not?: boolean; children: ReactNode }) {
  return useAllowed(authority, not) && children
}
