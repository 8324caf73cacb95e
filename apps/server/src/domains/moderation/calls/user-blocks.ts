import { userBlock, userBlocks, userUnblock } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { userMark } from '../../../platform/process/user-mark.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { Block } from '../block-store.ts'
import { blockedMarks, blockedUsers } from '../blocked-users.ts'
import { textNotFound, type ModerationParts } from '../moderation-needs.ts'

type Needs = Pick<ModerationParts, 'blocks' | 'hash' | 'users' | 'texts'>

/** Faster blocking would serve to collect marks. */
const limit: RateLimit = { points: 60, perSec: 3600 }

export function mountUserBlocks(registry: CallRegistry, parts: Needs): void {
  const { blocks, hash, texts } = parts
  const marksOf = async (userId: number): Promise<string[]> => blockedMarks(parts, await blocks.list(userId))
  mountCall(registry, userBlocks, async ({ viewer, nowMs }) => {
    const all = await blocks.list(viewer.id)
    return { list: await blockedUsers(parts, all, Math.floor(nowMs / 1000)), marks: blockedMarks(parts, all) }
  })
  mountCall(
    registry,
    userBlock,
    async ({ send: { kind, id }, viewer, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const [text] = await texts[kind].find([id])
      if (!text || text.userId === null || (text.state === 'held' && text.userId !== viewer.id))
        return refuse(textNotFound[kind])
      if (text.userId === viewer.id) return refuse('BlockSelf')
      const block: Block = { blockedId: text.userId, kind }
      if (!(await blocks.add({ userId: viewer.id, ...block, nowSec }))) return refuse('TooManyBlocks')
      const [blocked] = await blockedUsers(parts, [block], nowSec)
      return blocked ? { blocked, marks: await marksOf(viewer.id) } : refuse(textNotFound[kind])
    },
    { limit },
  )
  mountCall(registry, userUnblock, async ({ send: { userId, user }, viewer }) => {
    const own = await blocks.list(viewer.id)
    const ended = own.filter(({ blockedId, kind }) =>
      kind === 'comment' ? blockedId === userId : userMark(hash, blockedId) === user,
    )
    for (const block of ended) await blocks.remove(viewer.id, block)
    return { marks: await marksOf(viewer.id) }
  })
}
