import { consoleAuditList, consoleAuditUndo } from '@yunmu/contract'
import { mountCall } from '../calls/mount-call.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Audit } from './audit.ts'

/** The audit log as calls of operators' programs. */
export const auditModule = (audit: Audit): DomainModule => ({
  name: 'audit',
  calls(registry) {
    mountCall(registry, consoleAuditList, async ({ send: { id, limit, subject, actor, beforeId } }) => {
      // What an entry changed may be much: it is sent of one that is asked for.
      if (id !== undefined) return { list: await audit.find({ id }, 1) }
      const filter = {
        ...(subject === undefined ? {} : { subject }),
        ...(actor === undefined ? {} : { actor }),
        ...(beforeId === undefined ? {} : { beforeId }),
      }
      return { list: await audit.list(filter, limit) }
    })
    mountCall(registry, consoleAuditUndo, async ({ send: { id }, viewer, refuse }) => {
      const done = await audit.undo(id, viewer.name)
      return typeof done === 'string' ? refuse(done) : done
    })
  },
})
