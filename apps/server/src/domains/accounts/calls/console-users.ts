import { consoleUserDelete, consoleUserDisable, consoleUserFind, consoleUserShow } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { UserCorrections } from '../user-corrections.ts'

/** What operators do with users, as calls of their programs. Nobody locks out the own account by mistake. */
export function mountConsoleUsers(registry: CallRegistry, corrections: UserCorrections): void {
  mountCall(registry, consoleUserFind, async ({ send: { text, limit } }) => ({
    list: await corrections.find(text, limit),
  }))
  mountCall(registry, consoleUserShow, async ({ send: { id }, refuse }) => {
    const user = (await corrections.show(id)) ?? refuse('NoSuchUser')
    const { sessions, counts, passwordHash, minorsCode } = user
    return { user, sessions, counts, hasPassword: passwordHash !== '', isMinor: minorsCode !== '' }
  })
  mountCall(registry, consoleUserDisable, async ({ send: { id, disabled }, viewer, refuse }) => {
    if (id === viewer.id) return refuse('OwnAccount')
    const done = await corrections.setDisabled(viewer.name, id, disabled)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleUserDelete, async ({ send: { id, confirmId }, viewer, refuse }) => {
    if (id !== confirmId) return refuse('IdsDiffer')
    if (id === viewer.id) return refuse('OwnAccount')
    const done = await corrections.remove(viewer.name, id)
    return typeof done === 'string' ? refuse(done) : done
  })
}
