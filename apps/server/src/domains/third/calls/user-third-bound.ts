import { userThirdBound } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { ThirdParts } from '../third-needs.ts'

export function mountUserThirdBound(registry: CallRegistry, { providers, identities }: ThirdParts): void {
  mountCall(registry, userThirdBound, async ({ viewer }) => {
    const bound = await identities.bound(viewer.id)
    return {
      list: bound.map(({ authType, sinceSec }) => ({
        authType,
        name: providers.get(authType)?.name ?? authType,
        since: sinceSec,
      })),
    }
  })
}
