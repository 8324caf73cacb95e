import type { PageSocket } from './page-socket.ts'

/** The pages of signed-in users that are connected to this process. */
export interface ConnectedUsers {
  /** Assigns a page to a user; 0 is a visitor. */
  set(page: PageSocket, userId: number): void
  pagesOf(userId: number): readonly PageSocket[]
  has(userId: number): boolean
  ids(): readonly number[]
  readonly size: number
}

export function createConnectedUsers(): ConnectedUsers {
  const pagesByUser = new Map<number, Set<PageSocket>>()
  return {
    set(page, userId) {
      const previous = pagesByUser.get(page.userId)
      if (previous?.delete(page) && previous.size === 0) pagesByUser.delete(page.userId)
      page.userId = userId
      if (userId === 0) return
      pagesByUser.set(userId, (pagesByUser.get(userId) ?? new Set<PageSocket>()).add(page))
    },
    pagesOf: (userId) => [...(pagesByUser.get(userId) ?? [])],
    has: (userId) => pagesByUser.has(userId),
    ids: () => [...pagesByUser.keys()],
    get size() {
      return pagesByUser.size
    },
  }
}
