/** A wait that many share: who comes while it lasts goes on with all others, in the order in which they came. */
export interface SharedWait {
  wait(): Promise<void>
  /** Ends the wait of those who wait now. */
  end(): void
}

export function createSharedWait(waitMs: number): SharedWait {
  let current: (PromiseWithResolvers<void> & { timer: NodeJS.Timeout }) | undefined
  const end = (): void => {
    clearTimeout(current?.timer)
    current?.resolve()
    current = undefined
  }
  return {
    wait() {
      current ??= { ...Promise.withResolvers<void>(), timer: setTimeout(end, waitMs) }
      return current.promise
    },
    end,
  }
}
