import { matchCalendar, matchCalendarRenew } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { MatchesParts } from '../matches-parts.ts'

/** The caller's own address of the calendar of followed matches. */
export function mountMatchCalendar(calls: CallRegistry, { calendars }: MatchesParts): void {
  mountCall(calls, matchCalendar, async ({ viewer }) => ({ address: await calendars.addressOf(viewer.id) }))
  mountCall(calls, matchCalendarRenew, async ({ viewer }) => ({ address: await calendars.renew(viewer.id) }))
}
