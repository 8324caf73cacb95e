import { consolePictureRemove, consolePictureSet } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Corrections } from '../corrections/corrections.ts'

/** Corrections of pictures as calls of operators' programs. A picture is locked by `consoleTitleLock`. */
export function mountConsolePictures(registry: CallRegistry, { pictures }: Corrections): void {
  mountCall(registry, consolePictureSet, async ({ send: { id, kind, from, lock }, viewer, refuse }) => {
    const done = await pictures.set(viewer.name, id, { kind, from, lock })
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consolePictureRemove, async ({ send: { id, kind, lock }, viewer, refuse }) => {
    const done = await pictures.remove(viewer.name, id, { kind, lock })
    return typeof done === 'string' ? refuse(done) : done
  })
}
