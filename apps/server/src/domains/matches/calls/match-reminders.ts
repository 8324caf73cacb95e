import { matchReminders, matchRemindersChoose } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { MatchesParts } from '../matches-parts.ts'

/** What the caller wants to be reminded of in followed matches. */
export function mountMatchReminders(calls: CallRegistry, { viewerStore }: MatchesParts): void {
  mountCall(calls, matchReminders, async ({ viewer }) => viewerStore.reminderChoices(viewer.id))
  mountCall(calls, matchRemindersChoose, async ({ send, viewer }) => viewerStore.chooseReminders(viewer.id, send))
}
