import { consoleAuditList, consoleAuditUndo } from '@yunmu/contract'
import { mountCall } from '../calls/mount-call.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Audit } from './audit.ts'

/** The audit log as calls of operators' programs. */
export const auditModule = (audit: Audit): DomainModule => ({
  name: 'audit',
  calls(registry) {
    mountCall(registry, consoleAuditList, async ({ send: { limit, subject, actor, beforeId } }) => {
      const filter = {
        ...(subject === undefined ? {} : { subject }),
        ...(actor === undefined ? {} : { actor }),
        ...(beforeId === undefined ? {} : { beforeId }),
      }
      return { list: await audit.find(filter, limit) }
    })
    mountCall(registry, consoleAuditUndo, async ({ send: { id }, viewer, refuse }) => {
      const done = await audit.undo(id, viewer.name)
      return typeof done === 'string' ? refuse(done) : done
    })
  },
})
