import { userThirdBound } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { ThirdParts } from '../third-needs.ts'

export function mountUserThirdBound(book: CallBook, { providers, identities }: ThirdParts): void {
  mountCall(book, userThirdBound, async ({ viewer }) => {
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
