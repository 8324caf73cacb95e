import { userThirdUnbind } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { ThirdParts } from '../third-needs.ts'

export function mountUserThirdUnbind(registry: CallRegistry, { providers, identities, accounts }: ThirdParts): void {
  mountCall(registry, userThirdUnbind, async ({ send, viewer, refuse }) => {
    const outcome = await identities.unbind({
      userId: viewer.id,
      authType: send.authType,
      hasPassword: await accounts.hasPassword(viewer.id),
      isOffered: (authType) => providers.has(authType),
    })
    if (outcome === 'notBound') return refuse('AlreadyDone')
    if (outcome === 'onlyWayIn') return refuse('OnlyWayIn')
    await accounts.mailOwner(viewer.id, 'unbound', providers.get(send.authType)?.name ?? send.authType)
    return {}
  })
}
