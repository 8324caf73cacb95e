import type { PageSocket } from './page-socket.ts'

/** Whose pages are connected to this process. */
export interface PeopleHere {
  /** What a page speaks for from now on; 0 is a visitor. */
  set(page: PageSocket, userId: number): void
  pagesOf(userId: number): readonly PageSocket[]
  has(userId: number): boolean
  ids(): readonly number[]
  readonly size: number
}

export function createPeopleHere(): PeopleHere {
  const people = new Map<number, Set<PageSocket>>()
  return {
    set(page, userId) {
      const before = people.get(page.userId)
      if (before?.delete(page) && before.size === 0) people.delete(page.userId)
      page.userId = userId
      if (userId === 0) return
      people.set(userId, (people.get(userId) ?? new Set<PageSocket>()).add(page))
    },
    pagesOf: (userId) => [...(people.get(userId) ?? [])],
    has: (userId) => people.has(userId),
    ids: () => [...people.keys()],
    get size() {
      return people.size
    },
  }
}
