import type { BlockedUser } from '@yunmu/contract'
import { userMark } from '../../platform/process/user-mark.ts'
import type { Block } from './block-store.ts'
import type { ModerationParts } from './moderation-needs.ts'

type Needs = Pick<ModerationParts, 'hash' | 'users'>

/**
 * Blocked users as the blocking user may know them: by name if blocked at a comment, by the mark if blocked at a
 * danmaku. Never both, because name and mark together would identify the author of all danmaku.
 */
export async function blockedUsers(
  { hash, users }: Needs,
  blocks: readonly Block[],
  nowSec: number,
): Promise<BlockedUser[]> {
  const commentAuthorIds = blocks.filter(({ kind }) => kind === 'comment').map(({ blockedId }) => blockedId)
  const usersById = commentAuthorIds.length === 0 ? new Map<number, never>() : await users(commentAuthorIds, nowSec)
  return blocks.flatMap(({ blockedId, kind }): BlockedUser[] => {
    if (kind === 'danmaku')
      return [{ kind, userId: 0, userNickName: '', userPortrait: '', user: userMark(hash, blockedId) }]
    const person = usersById.get(blockedId)
    if (!person) return []
    return [{ kind, userId: blockedId, userNickName: person.nickname, userPortrait: person.portrait, user: '' }]
  })
}

/** The marks of all users whose danmaku are hidden, sorted so that the order reveals nothing. */
export const blockedMarks = ({ hash }: Pick<Needs, 'hash'>, blocks: readonly Block[]): string[] =>
  [...new Set(blocks.map(({ blockedId }) => userMark(hash, blockedId)))].toSorted()
