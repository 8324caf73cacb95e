import { userBlock, userBlocks, userUnblock, type BlockedUser } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import { personMark } from '../../../platform/person-mark.ts'
import { gone, type ModerationParts } from '../moderation-needs.ts'

type Needs = Pick<ModerationParts, 'blocks' | 'hash' | 'people' | 'texts'>

export function mountUserBlocks(book: CallBook, parts: Needs): void {
  const { blocks, texts } = parts
  mountCall(book, userBlocks, async ({ viewer, nowMs }) => {
    return { list: await blockedUsers(parts, await blocks.of(viewer.id), Math.floor(nowMs / 1000)) }
  })
  mountCall(book, userBlock, async ({ send: { kind, id }, viewer, nowMs, refuse }) => {
    const nowSec = Math.floor(nowMs / 1000)
    const [text] = await texts[kind].find([id])
    if (!text || text.userId === null || (text.state === 'held' && text.userId !== viewer.id)) return refuse(gone[kind])
    if (text.userId === viewer.id) return refuse('BlockSelf')
    if (!(await blocks.add({ userId: viewer.id, blockedId: text.userId, nowSec }))) return refuse('TooManyBlocks')
    const [blocked] = await blockedUsers(parts, [text.userId], nowSec)
    return blocked ? { blocked } : refuse(gone[kind])
  })
  mountCall(book, userUnblock, async ({ send: { userId }, viewer }) => {
    await blocks.remove(viewer.id, userId)
    return {}
  })
}

async function blockedUsers({ hash, people }: Needs, ids: readonly number[], nowSec: number): Promise<BlockedUser[]> {
  const known = await people(ids, nowSec)
  return ids.flatMap((userId) => {
    const person = known.get(userId)
    if (!person) return []
    const { nickname: userNickName, portrait: userPortrait } = person
    return { userId, userNickName, userPortrait, user: personMark(hash, userId) }
  })
}
