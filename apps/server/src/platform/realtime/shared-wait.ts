/** A delay shared by all callers: those who come during it resume together, in order. */
export interface SharedWait {
  wait(): Promise<void>
  /** Resolves the current delay now. */
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
