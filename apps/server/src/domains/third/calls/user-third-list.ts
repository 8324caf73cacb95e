import { userThirdList } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { ThirdParts } from '../third-needs.ts'

export function mountUserThirdList(book: CallBook, { providers }: ThirdParts): void {
  const list = [...providers.values()].map(({ authType, name }) => ({ authType, name }))
  mountCall(book, userThirdList, async () => ({ list }), { cachedUntil: [] })
}
