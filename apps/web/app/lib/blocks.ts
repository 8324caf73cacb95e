import type { BlockedUser } from '@yunmu/contract'
import { createStore } from 'zustand'

interface Blocks {
  /** Whom this page has blocked since it began: what they wrote goes at once, without asking the station anew. */
  list: readonly BlockedUser[]
}

export const blocks = createStore<Blocks>()(() => ({ list: [] }))

export const noteBlocked = (user: BlockedUser): void => blocks.setState(({ list }) => ({ list: [...list, user] }))

/** They are to be seen again. */
export const noteUnblocked = (userId: number): void =>
  blocks.setState(({ list }) => ({ list: list.filter((user) => user.userId !== userId) }))
