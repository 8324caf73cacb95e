import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AddressKind } from '../../platform/subjects.ts'

/** How a host is used. `undecided`: the operator has not decided yet. */
export const hostModes = ['undecided', 'direct', 'relayed', 'embedded', 'refused'] as const
export type HostMode = (typeof hostModes)[number]

/** `wrongLength`: its length is not that of the episode. `otherHost`: its segments lie on hosts that are not allowed. */
export type AddressState = 'unknown' | 'ok' | 'dead' | 'wrongLength' | 'otherHost'

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type RemoteTables = {
  remote_host: {
    id: GeneratedAlways<number>
    scheme: 'http' | 'https'
    /** Lower case, in punycode; IPv6 in brackets. */
    host: string
    port: number
    mode: Generated<HostMode>
    note: Generated<string>
    created_sec: number
  }
  episode_address: {
    id: GeneratedAlways<number>
    episode_id: number
    /** Order within the episode, as the addresses were added. */
    position: number
    kind: AddressKind
    url: string
    url_hash: Buffer
    host_id: number
    state: Generated<AddressState>
    /** 0 until the first check. */
    checked_sec: Generated<number>
    /** Since when every check has failed. */
    dead_since_sec: Generated<number | null>
    /** It has been dead for days: no player gets it. */
    hidden: Generated<boolean>
    /** Lines of the picture; 0 if not known. */
    height: Generated<number>
    duration_ms: Generated<number>
    /** Whether advertisements are cut into the film. */
    has_ads: Generated<boolean>
    /** Share of networks that could play it today and yesterday, less those that could not: -1 to 1. */
    rank: Generated<number>
  }
  address_report: {
    address_id: number
    day: ColumnType<Date, string, string>
    network: string
    failed: boolean
  }
}
