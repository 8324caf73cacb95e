import { parseUrl } from '../../lib/urls.ts'
import type { SendTo } from '../../lib/calls/calls.ts'

/** What a password is asked for, and where to return. */
export interface PasswordAddress {
  /** An own player page in its canonical form. */
  to: string
  /** What the player page plays. */
  asked: Omit<SendTo<'playPassword'>, 'password'>
  /** Its title or channel. */
  subject: { kind: 'vod'; pidId: number; id: number } | { kind: 'live'; types: string; group: string; id: number }
}

/** Parses `/player/password?to=`; null if it names no player page of ours. */
export function readPasswordAddress(url: string): PasswordAddress | null {
  const page = parseUrl(url)
  const to = page?.name === 'password' ? page.to : undefined
  const target = to === undefined ? null : parseUrl(to)
  if (to === undefined || !target) return null
  if (target.name === 'vod') {
    const { pidId, id, level, source = 0 } = target
    return { to, asked: { type: 'vod', id, ids: source, level }, subject: { kind: 'vod', pidId, id } }
  }
  if (target.name !== 'live' && target.name !== 'overseas') return null
  const { id, stream: ids, programme } = target
  const types = target.name === 'live' ? target.types : target.type
  const group = target.name === 'live' ? '0' : target.group
  const asked = programme === undefined ? { type: 'live' as const, id } : { type: 'replay' as const, id: programme }
  return { to, asked: { ...asked, ids, level: 1 }, subject: { kind: 'live', types, group, id } }
}

type Subject<Kind> = Extract<PasswordAddress['subject'], { kind: Kind }>

/** Inputs of the calls that tell the name of what is locked. */
export const titleCall = ({ pidId, id }: Subject<'vod'>): SendTo<'vodDetail'> => ({ type: pidId, id })
export const channelCall = ({ types, group, id }: Subject<'live'>): SendTo<'liveInfo'> => ({
  types: types.slice(0, 40),
  group: group.slice(0, 40),
  stream: 0,
  id,
})
