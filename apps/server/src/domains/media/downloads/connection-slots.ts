import type { ServerResponse } from 'node:http'

export interface ConnectionSlots {
  /** Takes a slot for a response until it is closed. Returns whether there was one. */
  take(userId: number, response: ServerResponse): boolean
}

/** Limits the responses that are open for one user at the same time. */
export function createConnectionSlots(max: number): ConnectionSlots {
  const taken = new Map<number, number>()
  return {
    take(userId, response) {
      const before = taken.get(userId) ?? 0
      if (before >= max) return false
      taken.set(userId, before + 1)
      response.once('close', () => {
        const left = (taken.get(userId) ?? 1) - 1
        if (left > 0) taken.set(userId, left)
        else taken.delete(userId)
      })
      return true
    },
  }
}
