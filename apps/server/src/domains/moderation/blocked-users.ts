import type { BlockedUser } from '@yunmu/contract'
import { userMark } from '../../platform/process/user-mark.ts'
import type { Block } from './block-store.ts'
import type { ModerationParts } from './moderation-needs.ts'

type Needs = Pick<ModerationParts, 'hash' | 'users'>

/**
 * Whom somebody blocks as they may know it: by name where they met at comments, by the mark of danmaku where they met
 * there. Never both: by a name and a mark everything that a person says would be known as theirs.
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

/** The marks of all whose danmaku are to be hidden, in an order that tells nothing. */
export const blockedMarks = ({ hash }: Pick<Needs, 'hash'>, blocks: readonly Block[]): string[] =>
  [...new Set(blocks.map(({ blockedId }) => userMark(hash, blockedId)))].toSorted()
