import type { ReactNode } from 'react'
import type { Authority } from '../lib/session/allowed-rules.ts'
import { useAllowed } from '../lib/session/use-allowed.ts'

/** Renders its children for the named roles only; with `not`, for all others. */
export function Allowed({ authority, not, children }: { authority: Authority; not?: boolean; children: ReactNode }) {
  return useAllowed(authority, not) && children
}
