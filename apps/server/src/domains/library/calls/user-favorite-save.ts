import { maxFollows, userFavoriteSave } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserFavoriteSave(registry: CallRegistry, { follows, subjects }: LibraryParts): void {
  mountCall(registry, userFavoriteSave, async ({ send: { id }, viewer, nowMs, refuse }) => {
    if (!(await subjects.findVisible('live', [id])).has(id)) return refuse('NoSuchChannel')
    const outcome = await follows.add(viewer.id, id, { nowSec: Math.floor(nowMs / 1000), maxFollows })
    if (outcome === 'full') return refuse('TooManyFollows')
    return outcome === 'added' ? {} : refuse('AlreadyDone')
  })
}
