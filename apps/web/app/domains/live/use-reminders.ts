import type { Channel, Programme } from '@yunmu/contract'
import { use } from 'react'
import { CallCacheContext, perform, useCall } from '../../lib/calls/call-query.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { useScript } from '../../lib/site/preferences.tsx'

type Target = { channel: Pick<Channel, 'id'>; programme: Pick<Programme, 'id' | 'start'> }

export interface Reminders {
  has: (target: Target) => boolean
  toggle: (target: Target) => void
}

/** Coming programmes of which the viewer is reminded. Visitors log in first. */
export function useReminders(): Reminders {
  const cache = use(CallCacheContext)
  const script = useScript()
  const isIn = useSignedIn()
  const { data } = useCall('userReminders', {}, { enabled: isIn })
  const has = ({ channel, programme }: Target): boolean =>
    isIn && data?.programmes.some((one) => one.channel.id === channel.id && one.start === programme.start) === true
  const toggle = async (target: Target): Promise<void> => {
    const { channel, programme } = target
    if (has(target)) await perform('userProgrammeForget', { channelId: channel.id, start: programme.start }, script)
    else await perform('userProgrammeRemind', { id: programme.id }, script)
    cache?.invalidate('userReminders ')
  }
  return { has, toggle: (target) => void toggle(target) }
}
