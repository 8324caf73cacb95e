/** Typed events by name. */
export interface Emitter<Events> {
  /** Returns the unsubscribe function. */
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void
  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void
}

export function createEmitter<Events>(): Emitter<Events> {
  const listeners: { [Name in keyof Events]?: Set<(detail: Events[Name]) => void> } = {}
  return {
    on(name, listener) {
      const set = (listeners[name] ??= new Set())
      set.add(listener)
      return () => {
        set.delete(listener)
      }
    },
    emit(name, detail) {
      // Copied, because a listener may unsubscribe itself.
      for (const listener of Array.from(listeners[name] ?? [])) listener(detail)
    },
  }
}
