/** Adds event listeners and returns a function that removes them. */
export function listen<Names extends string>(
  target: EventTarget,
  listeners: Partial<Record<Names, (event: Event) => void>>,
): () => void {
  const entries = Object.entries<((event: Event) => void) | undefined>(listeners)
  for (const [name, listener] of entries) if (listener) target.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of entries) if (listener) target.removeEventListener(name, listener)
  }
}
