import type { BlockedUser } from '@yunmu/contract'
import { createStore } from 'zustand'

interface Blocks {
  /** Whom this page has blocked at comments since it began: what they wrote goes at once, without asking the station anew. */
  list: readonly BlockedUser[]
  /** `Danmaku.user` of all whose danmaku are hidden, as the station said last. */
  marks: readonly string[]
}

export const blocks = createStore<Blocks>()(() => ({ list: [], marks: [] }))

export const noteMarks = (marks: readonly string[]): void => blocks.setState({ marks })

export const noteBlocked = (blocked: BlockedUser, marks: readonly string[]): void =>
  blocks.setState(({ list }) => ({ list: blocked.kind === 'comment' ? [...list, blocked] : list, marks }))

/** They are to be seen again. */
export const noteUnblocked = ({ kind, userId }: BlockedUser, marks: readonly string[]): void =>
  blocks.setState(({ list }) => ({
    list: kind === 'comment' ? list.filter((user) => user.userId !== userId) : list,
    marks,
  }))

/** What ends a block. */
export const unblockOf = ({ kind, userId, user }: BlockedUser): { userId: number } | { user: string } =>
  kind === 'comment' ? { userId } : { user }
