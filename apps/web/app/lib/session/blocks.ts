import type { BlockedUser } from '@yunmu/contract'
import { createStore } from 'zustand'
import { onUserChange } from './user-change.ts'

interface Blocks {
  /** Comment authors blocked since this page was loaded: their comments are hidden at once, without a new call. */
  list: readonly BlockedUser[]
  /** `Danmaku.user` of all blocked danmaku senders, from the server's last reply. */
  marks: readonly string[]
}

const noBlocks: Blocks = { list: [], marks: [] }

export const blocks = createStore<Blocks>()(() => noBlocks)

let isSubscribed = false

/** Updates the store. Blocks belong to one user and are cleared when another user signs in. */
function update(next: (known: Blocks) => Partial<Blocks>): void {
  if (!isSubscribed) onUserChange(() => blocks.setState(noBlocks))
  isSubscribed = true
  blocks.setState(next)
}

export const setBlockedMarks = (marks: readonly string[]): void => update(() => ({ marks }))

export const addBlocked = (blocked: BlockedUser, marks: readonly string[]): void =>
  update(({ list }) => ({ list: blocked.kind === 'comment' ? [...list, blocked] : list, marks }))

export const removeBlocked = ({ kind, userId }: BlockedUser, marks: readonly string[]): void =>
  update(({ list }) => ({ list: kind === 'comment' ? list.filter((user) => user.userId !== userId) : list, marks }))

/** The call input that removes a block. */
export const unblockRequestOf = ({ kind, userId, user }: BlockedUser): { userId: number } | { user: string } =>
  kind === 'comment' ? { userId } : { user }
