import type { BlockedUser } from '@yunmu/contract'
import { createStore } from 'zustand'
import { onOtherPerson } from './person.ts'

interface Blocks {
  /** Whom this page has blocked at comments since it began: what they wrote goes at once, without asking the station anew. */
  list: readonly BlockedUser[]
  /** `Danmaku.user` of all whose danmaku are hidden, as the station said last. */
  marks: readonly string[]
}

const nobody: Blocks = { list: [], marks: [] }

export const blocks = createStore<Blocks>()(() => nobody)

let isWatching = false

/** Whom one person does not want to see, the next one does. */
function note(next: (known: Blocks) => Partial<Blocks>): void {
  if (!isWatching) onOtherPerson(() => blocks.setState(nobody))
  isWatching = true
  blocks.setState(next)
}

export const noteMarks = (marks: readonly string[]): void => note(() => ({ marks }))

export const noteBlocked = (blocked: BlockedUser, marks: readonly string[]): void =>
  note(({ list }) => ({ list: blocked.kind === 'comment' ? [...list, blocked] : list, marks }))

/** They are to be seen again. */
export const noteUnblocked = ({ kind, userId }: BlockedUser, marks: readonly string[]): void =>
  note(({ list }) => ({ list: kind === 'comment' ? list.filter((user) => user.userId !== userId) : list, marks }))

/** What ends a block. */
export const unblockOf = ({ kind, userId, user }: BlockedUser): { userId: number } | { user: string } =>
  kind === 'comment' ? { userId } : { user }
