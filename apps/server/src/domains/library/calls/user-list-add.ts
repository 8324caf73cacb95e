import { maxListTitles, userListAdd } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserListAdd(registry: CallRegistry, { lists, titles }: LibraryParts): void {
  mountCall(registry, userListAdd, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    const limits = { nowSec: Math.floor(nowMs / 1000), maxTitles: maxListTitles }
    const outcome = await lists.add(viewer.id, send.list, send.id, limits)
    if (outcome === 'missing') return refuse('NoSuchList')
    if (outcome === 'full') return refuse('ListFull')
    return outcome === 'added' ? {} : refuse('AlreadyDone')
  })
}
