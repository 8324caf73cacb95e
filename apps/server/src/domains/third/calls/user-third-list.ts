import { userThirdList } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { ThirdParts } from '../third-needs.ts'

export function mountUserThirdList(registry: CallRegistry, { providers }: ThirdParts): void {
  const list = [...providers.values()].map(({ authType, name }) => ({ authType, name }))
  mountCall(registry, userThirdList, async () => ({ list }), { cachedUntil: [] })
}
